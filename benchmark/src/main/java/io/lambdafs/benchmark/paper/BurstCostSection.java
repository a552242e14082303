package io.lambdafs.benchmark.paper;

import io.lambdafs.benchmark.cost.Bill;
import io.lambdafs.benchmark.cost.Prices;
import io.lambdafs.benchmark.plot.BarChart;
import io.lambdafs.benchmark.verdict.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the burst workload costs: figures 8 (c) and 9. */
final class BurstCostSection {
    private static final double PAPER_PER_MILLION = 0.0255;
    private static final double MUST_PER_MILLION = 0.0025;
    private static final double MUST_RATIO = 3;
    private static final String FOUND =
            "HopsFS and HopsFS+Cache cost $2.50 for the five minutes, because all of their machines are paid for all of the time. λFS cost $0.35 at AWS"
                    + " Lambda's prices, 85.99 % less, which is $0.0255 for a million operations; by the simplified model, which charges instances"
                    + " as long as they are there, twice as much. λFS's performance per cost was up to 3.33 times that of HopsFS+Cache.";
    private static final String HIDDEN =
            "The cost of a real platform: only the NameNodes' resources are billed, as in the paper; store, platform and gateway are in columns of their"
                    + " own. Busy time is an upper bound: the durations of all requests of an instance, each rounded up by a millisecond, even where"
                    + " they overlap, and never more than the seconds in which it used CPU. Lambda bills a core at 1.8 times the servers' price, so a"
                    + " pool that is always full costs more than servers.";

    private BurstCostSection() {}

    static Section of(BurstResults results, Prices prices) {
        Section section = new Section("fig9", "Figures 8 (c) and 9: cost, and performance per cost", FOUND, HIDDEN);
        List<List<String>> rows = new ArrayList<>();
        List<BarChart.Bar> million = new ArrayList<>();
        List<BarChart.Bar> perCost = new ArrayList<>();
        for (PhaseMeasurement run : results.all()) {
            Bill bill = run.bill(prices);
            boolean functions = !run.mode().isServerful();
            rows.add(List.of(
                    run.mode().key(),
                    functions ? micros(bill.payPerUse()) : "",
                    functions ? micros(bill.simplified()) : "",
                    functions ? "" : micros(bill.serverful()),
                    micros(bill.store()),
                    micros(bill.platform()),
                    functions ? micros(bill.gateway()) : "",
                    DataTable.number(run.dollarsPerMillion(prices)),
                    DataTable.number(run.perCost(prices))));
            million.add(new BarChart.Bar(run.mode().key(), run.dollarsPerMillion(prices)));
            perCost.add(new BarChart.Bar(run.mode().key(), run.perCost(prices) / 1e6));
        }
        section.table(new DataTable(
                "fig9",
                List.of(
                        "system",
                        "pay per use µ$",
                        "simplified µ$",
                        "serverful µ$",
                        "store µ$",
                        "platform µ$",
                        "gateway µ$",
                        "$ per million operations",
                        "operations/s per $/s"),
                rows));
        section.draw(page -> page.chart(Charts.bars("cost of a million operations", "$", million)));
        section.draw(page -> page.chart(Charts.bars("performance per cost", "million operations per $", perCost)));
        judge(section, results, prices);
        return section;
    }

    static void judge(Section section, BurstResults results, Prices prices) {
        PhaseMeasurement lambda = results.of(Mode.LAMBDAFS);
        PhaseMeasurement serverful = results.of(Mode.SERVERFUL_CACHE);
        double million = lambda == null ? Double.NaN : lambda.dollarsPerMillion(prices);
        double ratio =
                lambda == null || serverful == null ? Double.NaN : lambda.perCost(prices) / serverful.perCost(prices);
        section.compare(String.format(
                Locale.ROOT,
                "A million operations of λFS cost $%.4f here, and $%.4f in the paper. Its performance per cost is %.2f times that of"
                        + " serverful-cache here, and up to 3.33 times in the paper.",
                million,
                PAPER_PER_MILLION,
                ratio));
        section.must(Target.atMost("cost: a million operations of lambdafs", million, MUST_PER_MILLION, "$"));
        section.must(
                Target.atLeast("cost: performance per cost of lambdafs / serverful-cache", ratio, MUST_RATIO, "×"));
    }

    private static String micros(double dollars) {
        return DataTable.number(dollars * 1e6);
    }
}
