package io.lambdafs.benchmark.faas;

import io.lambdafs.benchmark.faas.Workers.Piece;
import io.lambdafs.benchmark.faas.Workers.Throughput;
import io.lambdafs.benchmark.plot.BarChart;
import io.lambdafs.benchmark.plot.BarChart.Bar;
import io.lambdafs.benchmark.plot.Page;
import io.lambdafs.benchmark.verdict.Target;
import io.lambdafs.benchmark.verdict.Verdict;
import io.lambdafs.benchmark.web.WebExperiment;
import io.lambdafs.cli.Main;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.volume.CacheUpdate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * The program: measures files for functions on the store of a running stack.
 *
 * <p>Takes the stack's data directory, a directory for its own files, {@code full} or {@code small}, a file for plots, and optionally which parts to
 * measure. The script {@code benchmark/run} makes a stack and calls it.
 */
public final class FaasBenchmark {
    private static final int[] FUNCTIONS = {1, 2, 4, 8};
    private static final int WORKERS = 4;

    private final StoreConfig store;
    private final Path work;
    private final Sizes sizes;
    private final Page page = new Page("Files for functions");
    private final List<Target> targets = new ArrayList<>();

    /** How long things are measured. */
    private record Sizes(int calls, Duration warmUp, Duration measured) {
        static Sizes of(String name) {
            return name.equals("full")
                    ? new Sizes(20_000, Duration.ofSeconds(2), Duration.ofSeconds(8))
                    : new Sizes(500, Duration.ofMillis(100), Duration.ofMillis(400));
        }

        Workers workers() {
            return new Workers(warmUp, measured);
        }
    }

    private FaasBenchmark(StoreConfig store, Path work, Sizes sizes) {
        this.store = store;
        this.work = work;
        this.sizes = sizes;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        Set<Part> parts;
        try {
            parts = Part.all(args.length > 4 ? args[4] : "");
        } catch (IllegalArgumentException e) {
            System.err.println("benchmark: " + e.getMessage());
            System.exit(2);
            return;
        }
        FaasBenchmark benchmark = new FaasBenchmark(
                Main.runningStore(Path.of(args[0])), Files.createDirectories(Path.of(args[1])), Sizes.of(args[2]));
        for (Part part : parts) {
            switch (part) {
                case CALLS -> benchmark.latencies();
                case FILEBENCH -> benchmark.personalities();
                case DISJOINT -> benchmark.disjointWriters();
                case TPCC -> benchmark.tpcc();
                case WEB ->
                    benchmark.web(
                            Path.of(args[0]),
                            args[2].equals("full"),
                            Path.of(args[3].replaceFirst("\\.html$", "") + "-web.json"));
            }
        }
        Files.writeString(Path.of(args[3]), benchmark.page.html());
        System.out.println("Plots are in " + args[3]);
        System.exit(Verdict.of(benchmark.targets, System.out).status());
    }

    private void chart(String title, String unit, boolean logarithmic, List<Bar> bars) {
        page.chart(new BarChart(title, unit, logarithmic, bars));
    }

    private void web(Path data, boolean full, Path json) throws IOException, InterruptedException {
        Path home = Path.of(System.getProperty("lambdafs.home", "."));
        targets.addAll(new WebExperiment(home, data, work.resolve("web"), full).run(page, json));
    }

    private static void print(String what, double value, String unit) {
        System.out.printf(Locale.ROOT, "  %-56s %12.2f %s%n", what, value, unit);
    }

    private void latencies() throws IOException, InterruptedException {
        System.out.println("Calls of 1 KiB, p50 and p99");
        try (Instances instances = new Instances(store)) {
            CallLatencies latencies = new CallLatencies(instances, work, sizes.calls());
            Optional<CallLatencies.OfCalls> calls = latencies.ofCalls();
            List<Bar> bars = new ArrayList<>();
            calls.ifPresent(found -> found.onVolume().forEach((call, onVolume) -> {
                Percentiles local = found.local().get(call);
                bars.add(new Bar(call + ", volume", onVolume.p50()));
                print(call + " on a volume", onVolume.p50(), "us, p99 " + onVolume.p99());
                if (local != null) {
                    bars.add(new Bar(call + ", local", local.p50()));
                    print(call + " on a local directory", local.p50(), "us, p99 " + local.p99());
                }
            }));
            calls.ifPresent(found -> callTargets(found.onVolume()));
            Percentiles nothing = latencies.ofNothing();
            Percentiles block = latencies.ofOneBlock();
            bars.add(new Bar("begin and commit", nothing.p50()));
            bars.add(new Bar("begin, one block, commit", block.p50()));
            print("begin and commit of nothing", nothing.p50(), "us, p99 " + nothing.p99());
            print("begin and commit of one block, durable", block.p50(), "us, p99 " + block.p99());
            chart("What calls take (figure 4)", "microseconds, p50", true, bars);
            targets.add(Target.atMost("begin and commit of nothing, p50", nothing.p50(), 300, "us")
                    .orBetter(100));
            targets.add(Target.atMost("begin and commit of one block, durable, p50", block.p50(), 800, "us")
                    .orBetter(400));
        }
    }

    private void callTargets(Map<String, Percentiles> onVolume) {
        target(onVolume, "read", 6, 2);
        target(onVolume, "write", 6, 2);
        target(onVolume, "seek", 2, 0.2);
    }

    private void target(Map<String, Percentiles> measured, String call, double most, double better) {
        Percentiles found = measured.get(call);
        targets.add(Target.atMost(
                        "cached " + call + " of 1 KiB by a program, p50",
                        found == null ? Double.NaN : found.p50(),
                        most,
                        "us")
                .orBetter(better));
    }

    private void personalities() throws IOException, InterruptedException {
        System.out.println("Personalities of Filebench, " + WORKERS + " workers, operations a second");
        List<Bar> bars = new ArrayList<>();
        for (Personality each : Personality.values()) {
            Throughput local = onPlaces(each, localPlaces(each));
            Throughput onVolume;
            try (Instances instances = new Instances(store)) {
                List<WorkLocation> places = new ArrayList<>();
                for (int i = 0; i < WORKERS; i++) {
                    places.add(new VolumePlace(instances.instance(CacheUpdate.EAGER, "")));
                }
                onVolume = onPlaces(each, places);
            }
            print(each.title() + ", local directory", local.perSecond(), "/s");
            print(
                    each.title() + ", volume",
                    onVolume.perSecond(),
                    String.format(Locale.ROOT, "/s, %.1f %% of the runs lost", 100 * onVolume.aborted()));
            bars.add(new Bar(each.title() + ", local", local.perSecond()));
            bars.add(new Bar(each.title() + ", volume", onVolume.perSecond()));
        }
        chart("Personalities of Filebench (figure 5)", "operations a second", true, bars);
    }

    private List<WorkLocation> localPlaces(Personality personality) throws IOException {
        Path root = Files.createDirectories(work.resolve(personality.name()));
        List<WorkLocation> places = new ArrayList<>();
        for (int i = 0; i < WORKERS; i++) {
            places.add(new LocalPlace(root));
        }
        return places;
    }

    private Throughput onPlaces(Personality personality, List<WorkLocation> places)
            throws IOException, InterruptedException {
        personality.files().fill(places.get(0), RandomGenerator.of("L64X128MixRandom"));
        List<Workers.Step> steps = new ArrayList<>();
        for (WorkLocation place : places) {
            steps.add(random ->
                    new Piece(personality.operations(), place.run(root -> personality.request(root, random))));
        }
        return sizes.workers().measure(steps);
    }

    private void disjointWriters() throws IOException, InterruptedException {
        System.out.println("Functions that write different blocks of a file and make files in a directory");
        List<Bar> bars = new ArrayList<>();
        double aborted = 0;
        for (int functions : FUNCTIONS) {
            try (Instances instances = new Instances(store)) {
                Throughput done = new DisjointWriters(instances, sizes.workers()).measure(functions);
                aborted = Math.max(aborted, done.aborted());
                bars.add(new Bar(functions + " functions", done.perSecond()));
                print(
                        functions + " functions",
                        done.perSecond(),
                        String.format(Locale.ROOT, "/s, %.2f %% of the runs lost", 100 * done.aborted()));
            }
        }
        chart("Disjoint writers", "transactions a second", false, bars);
        targets.add(Target.atMost("disjoint writers, runs that lost", 100 * aborted, 1, "%"));
    }

    private void tpcc() throws IOException, InterruptedException {
        System.out.println("TPC-C on SQLite, new orders a minute");
        Tpcc tpcc = new Tpcc(store, work, sizes.workers());
        List<Bar> bars = new ArrayList<>();
        double one = Double.NaN;
        try {
            for (int functions : FUNCTIONS) {
                Throughput local = tpcc.local(functions);
                bars.add(new Bar(functions + ", local", Tpcc.tpmC(local)));
                print(functions + " processes, local directory", Tpcc.tpmC(local), "tpmC");
                for (CacheUpdate update : List.of(CacheUpdate.EAGER, CacheUpdate.LAZY)) {
                    Throughput done = tpcc.onVolume(functions, update);
                    String name = update.name().toLowerCase(Locale.ROOT);
                    bars.add(new Bar(functions + ", volume, " + name, Tpcc.tpmC(done)));
                    print(
                            functions + " functions, " + name,
                            Tpcc.tpmC(done),
                            String.format(Locale.ROOT, "tpmC, %.1f %% of the runs lost", 100 * done.aborted()));
                    if (functions == 1 && update == CacheUpdate.EAGER) {
                        one = Tpcc.tpmC(done);
                    }
                }
            }
            chart("TPC-C on SQLite (figure 6)", "new orders a minute", false, bars);
        } finally {
            targets.add(
                    Target.atLeast("TPC-C, one function", one, 3_000, "tpmC").orBetter(10_000));
        }
    }
}
