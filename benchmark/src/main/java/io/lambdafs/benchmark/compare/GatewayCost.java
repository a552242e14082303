package io.lambdafs.benchmark.compare;

import io.lambdafs.benchmark.process.ServerProcesses;
import io.lambdafs.benchmark.verdict.Target;
import io.lambdafs.benchmark.verdict.Verdict;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The program: what a gateway costs a stock client, beside a client with the plugin and a stock NameNode; and what metrics and the audit log
 * cost. The first stack has nobody who reads metrics, and no audit log. The second one has both.
 */
public final class GatewayCost {
    private static final Grid GRID = new Grid(List.of("stat"), List.of(8, 1));
    private static final Cell MEASURED = new Cell("stat", 8);
    private static final String OBSERVED = "observed";
    private static final String OBSERVED_GATEWAY = "observed-gw";
    private static final String INSTANCES = "instances";

    private static final double MICROS = 60;
    private static final double TO_HDFS = 0.9;
    private static final double OBSERVATION = 1.03;

    private GatewayCost() {}

    /** Takes the arguments of {@link CompareOptions}. */
    public static void main(String[] args) throws IOException, InterruptedException {
        CompareOptions options = CompareOptions.parse(args);
        Plan plan = options.plan(Plan.forDifferences());
        Systems starter = new Systems(options);
        CompareOptions.Stack plain = options.stack(Systems.CACHED);
        CompareOptions.Stack observed = options.stack(OBSERVED);
        List<SystemUnderTest> systems = new ArrayList<>();
        Verdict verdict;
        try (Results results = new Results(options.out());
                Scraper scraper = Scraper.start(Systems.platform(observed), web(observed))) {
            systems.add(starter.lambdaFs(plain));
            systems.add(starter.lambdaFs(observed));
            systems.add(starter.hdfs());
            GRID.fill(plan, plan.files(), systems);
            List<SystemUnderTest> gateways =
                    List.of(starter.gateway(Systems.GATEWAY, plain), starter.gateway(OBSERVED_GATEWAY, observed));
            systems.addAll(gateways);
            for (SystemUnderTest gateway : gateways) {
                gateway.keepAwake();
                gateway.shareTree(plan.directories(), plan.files());
            }
            GRID.measure(plan, results, systems);
            scraper.check();
            verdict = Verdict.of(targets(results), System.out);
        } finally {
            systems.forEach(SystemUnderTest::close);
        }
        System.exit(verdict.status());
    }

    private static URI web(CompareOptions.Stack stack) {
        return URI.create(ServerProcesses.component(stack.status(), "gateway0")
                .addresses()
                .get(1));
    }

    /** All of them, those too whose figures the run has not. */
    static List<Target> targets(Results results) {
        double added = figure(results, Systems.GATEWAY, Rounds::p50Micros)
                - figure(results, Systems.CACHED, Rounds::p50Micros);
        double reads = FigureTargets.ratio(results, MEASURED, Systems.GATEWAY, Systems.HDFS, Rounds::perSecond);
        double instances = FigureTargets.ratio(results, MEASURED, OBSERVED, Systems.CACHED, part(INSTANCES));
        double gateways =
                FigureTargets.ratio(results, MEASURED, OBSERVED_GATEWAY, Systems.GATEWAY, part(Systems.GATEWAY));
        return List.of(
                Target.atMost("stat, 8 callers: p50 that the gateway adds", added, MICROS, "µs"),
                Target.atMost(
                        "stat, 8 callers: CPU of the gateway",
                        figure(results, Systems.GATEWAY, part(Systems.GATEWAY)),
                        MICROS,
                        "µs"),
                Target.atLeast("stat, 8 callers: ops/s, gateway / HDFS", reads, TO_HDFS, "×"),
                Target.atMost("stat, 8 callers: CPU of instances, observed / not", instances, OBSERVATION, "×"),
                Target.atMost("stat, 8 callers: CPU of the gateway, observed / not", gateways, OBSERVATION, "×"));
    }

    private static ToDoubleFunction<Rounds> part(String kind) {
        return rounds -> rounds.serverParts().getOrDefault(kind, Double.NaN);
    }

    /** Not a number, which misses any target, unless the system has done something. */
    private static double figure(Results results, String system, ToDoubleFunction<Rounds> figure) {
        return results.of(MEASURED, system)
                .filter(rounds -> rounds.perSecond() > 0)
                .map(figure::applyAsDouble)
                .orElse(Double.NaN);
    }
}
