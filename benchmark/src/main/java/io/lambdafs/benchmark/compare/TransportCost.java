package io.lambdafs.benchmark.compare;

import io.lambdafs.benchmark.load.LoadResult;
import io.lambdafs.benchmark.process.Platform;
import io.lambdafs.benchmark.process.ProcessFigures;
import io.lambdafs.benchmark.verdict.Target;
import io.lambdafs.benchmark.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The program: single operations by HTTP alone and by TCP, on one stack whose NameNodes keep no cache, and cold starts. A simulation is calibrated with
 * what it writes. The script {@code benchmark/run} calls it.
 */
public final class TransportCost {
    /** Through the platform alone. */
    static final String HTTP = "HTTP";
    /** Over connections that instances have made. */
    static final String TCP = "TCP";

    private static final int FILES = 16;
    private static final Plan PLAN = new Plan(FILES, FILES, 5, 5, 400, 1_500);
    private static final Grid GRID =
            new Grid(List.of("stat", "open", "ls", "mkdirs", "create", "rename", "delete"), List.of(8, 1));
    private static final Cell STAT = new Cell("stat", 1);
    private static final Cell COLD_START = new Cell("cold start", 1);
    private static final int COLD_STARTS = 12;
    private static final int COLD_STARTS_OF_A_SMALL_RUN = 2;
    private static final int TCP_MICROS = 250;
    private static final int HTTP_MILLIS = 5;
    private static final int COLD_MILLIS = 500;
    private static final int RESIDENT_MB = 150;

    private TransportCost() {}

    /** Takes the arguments of {@link CompareOptions}, with one stack. */
    public static void main(String[] args) throws IOException, InterruptedException {
        CompareOptions options = CompareOptions.parse(args);
        CompareOptions.Stack stack = options.stacks().get(0);
        Plan plan = options.plan(PLAN);
        Systems starter = new Systems(options);
        List<SystemUnderTest> systems = new ArrayList<>();
        Verdict verdict;
        try (Results results = new Results(options.out())) {
            // Each in a directory of its own, where nobody else makes the same files.
            systems.add(starter.lambdaFs(stack).below(TCP));
            SystemUnderTest http = starter.overHttp(stack).below(HTTP);
            systems.add(http);
            for (SystemUnderTest system : systems) {
                system.makeTree(plan.directories(), FILES);
            }
            GRID.measure(plan, results, systems);
            long resident = residentMb(Systems.platform(stack));
            ColdStarts starts = new ColdStarts(Systems.platform(stack), () -> http.once("mkdirs /benchmark"));
            starts.run(options.small() ? COLD_STARTS_OF_A_SMALL_RUN : COLD_STARTS);
            add(results, starts);
            verdict =
                    Verdict.of(targets(results, starts.median(ColdStarts.ColdStart::fromSpawn), resident), System.out);
        } finally {
            systems.forEach(SystemUnderTest::close);
        }
        System.exit(verdict.status());
    }

    private static long residentMb(Platform platform) throws IOException, InterruptedException {
        ProcessFigures figures = new ProcessFigures(Path.of("/proc"));
        return platform.instances().stream()
                .mapToLong(instance -> figures.residentMb(instance.pid()))
                .max()
                .orElse(0);
    }

    /** Cold starts are a round like the others, with what the client waited for as its latency. */
    private static void add(Results results, ColdStarts starts) {
        double millis = starts.median(ColdStarts.ColdStart::client);
        results.add(
                COLD_START,
                HTTP,
                new ComparedRound(
                        new LoadResult(1, Math.round(millis * 1e6), millis * 1e3, millis * 1e3, Double.NaN), Map.of()));
        System.out.printf(
                Locale.ROOT,
                "%n%d cold starts, medians in ms: seen by the client %.0f, from spawn to answer %.0f, platform's duration %.0f (initTime %.0f of"
                        + " it)%n",
                starts.count(),
                millis,
                starts.median(ColdStarts.ColdStart::fromSpawn),
                starts.median(ColdStarts.ColdStart::duration),
                starts.median(ColdStarts.ColdStart::init));
    }

    /** All of them, those too whose figures the run has not. */
    static List<Target> targets(Results results, double coldMillis, long residentMb) {
        return List.of(
                Target.atMost("stat by TCP, 1 caller, p50", p50Micros(results, TCP), TCP_MICROS, "µs"),
                Target.atMost("stat by HTTP, 1 caller, p50", p50Micros(results, HTTP) / 1_000, HTTP_MILLIS, "ms"),
                Target.atMost("cold start, spawn to answer, p50", coldMillis, COLD_MILLIS, "ms"),
                Target.atMost("largest instance after load, RSS", (double) residentMb, RESIDENT_MB, "MB"));
    }

    private static double p50Micros(Results results, String transport) {
        return results.of(STAT, transport).map(Rounds::p50Micros).orElse(Double.NaN);
    }
}
