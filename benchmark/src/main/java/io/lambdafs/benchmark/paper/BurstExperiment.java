package io.lambdafs.benchmark.paper;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The Spotify workload with bursts over all systems: figures 8, 9 and 10, and section 5.2.3. */
final class BurstExperiment implements Experiment {
    private static final int DRAIN = 15;
    private static final int AROUND = 40;
    private static final int PATIENCE = 150;
    private static final int INTERVAL = 4;

    /** For how long each system carries the mix before it is measured, in seconds: until its code is compiled. */
    private static final int WARM = 25;

    private static final int CAPACITY = 10;
    private static final List<Mode> AFTER = List.of(
            Mode.LAMBDAFS, Mode.SERVERFUL_CACHE, Mode.COST_NORMALIZED, Mode.REDUCED_CACHE, Mode.HTTP_ONLY, Mode.HDFS);
    /** λFS last, because what follows uses its stack. */
    private static final List<Mode> AFTER_IN_A_SMALL_RUN = List.of(Mode.HDFS, Mode.SERVERFUL_CACHE, Mode.LAMBDAFS);

    @Override
    public String name() {
        return "bursts";
    }

    @Override
    public List<Section> run(PaperLab lab) throws IOException, InterruptedException {
        BurstResults results = measure(lab);
        return List.of(
                BurstSection.of(results),
                BurstCostSection.of(results, lab.prices()),
                BurstLatencySection.of(results),
                ReducedCacheSection.of(results));
    }

    private static BurstResults measure(PaperLab lab) throws IOException, InterruptedException {
        Setup setup = Setup.ofThisMachine();
        Map<Mode, PhaseMeasurement> runs = new EnumMap<>(Mode.class);
        List<String> failures = new ArrayList<>();
        double lambda = Double.NaN;
        if (lab.options().rate() == 0 && !lab.options().small()) {
            try (MetadataService service = lab.start(Mode.LAMBDAFS, setup, WARM + AROUND)) {
                warmUp(lab, service);
                lambda = capacity(lab, service);
            }
        }
        BurstRate rate;
        BurstLoad load;
        // HopsFS first, because the rate depends on what it can do.
        try (MetadataService service = lab.start(Mode.STATELESS, setup, lab.pick(200, 40))) {
            warmUp(lab, service);
            rate = rate(lab, service, lambda);
            load = new BurstLoad(
                    rate.base(), lab.pick(INTERVAL, 2), lab.options().small());
            runs.put(Mode.STATELESS, run(lab, service, "bursts-stateless", load));
        }
        for (Mode mode : lab.selected(AFTER, AFTER_IN_A_SMALL_RUN)) {
            Setup size = mode == Mode.COST_NORMALIZED ? normalized(lab, setup, runs.get(Mode.LAMBDAFS)) : setup;
            try (MetadataService service =
                    lab.start(mode, size, load.seconds() + lab.pick(WARM + AROUND, AROUND / 4))) {
                warmUp(lab, service);
                runs.put(mode, run(lab, service, "bursts-" + mode.key(), load));
            } catch (IOException e) {
                String failure = mode.key() + " was not measured: " + e.getMessage();
                lab.say(failure);
                failures.add(failure);
            }
        }
        return new BurstResults(load, rate.reason(), runs, failures);
    }

    private static BurstRate rate(PaperLab lab, MetadataService service, double lambda)
            throws IOException, InterruptedException {
        if (lab.options().rate() != 0) {
            return BurstRate.given(lab.options().rate());
        }
        double stateless = capacity(lab, service);
        return Double.isNaN(lambda) ? BurstRate.above(stateless) : BurstRate.between(stateless, lambda, INTERVAL);
    }

    /** Has a system carry the mix for a while. A small run does not: it shows only that everything works. */
    private static void warmUp(PaperLab lab, MetadataService service) throws IOException, InterruptedException {
        if (!lab.options().small()) {
            closedLoop(lab, service, "warm", WARM);
        }
    }

    /** What a system does of this workload in a closed loop, in operations a second. */
    private static double capacity(PaperLab lab, MetadataService service) throws IOException, InterruptedException {
        double capacity = closedLoop(lab, service, "capacity", lab.pick(CAPACITY, 3));
        lab.say(String.format(Locale.ROOT, "in a closed loop: %.0f operations a second", capacity));
        return capacity;
    }

    private static double closedLoop(PaperLab lab, MetadataService service, String name, int seconds)
            throws IOException, InterruptedException {
        List<String> options = new ArrayList<>(options(lab));
        options.addAll(List.of("--duration", seconds + "s", "--no-verify"));
        return service.run("bursts-" + service.mode().key() + "-" + name, PATIENCE, options)
                .get(0)
                .phase()
                .throughput();
    }

    /** As many cores for HopsFS+Cache as cost what λFS has cost. */
    private static Setup normalized(PaperLab lab, Setup setup, @Nullable PhaseMeasurement lambda) throws IOException {
        if (lambda == null) {
            throw new IOException("the cost of lambdafs is not known");
        }
        double perSecond = lambda.dollars(lab.prices()) / lambda.usage().seconds();
        return setup.withPool(
                Math.min(setup.poolMillis(), Math.max(100, lab.prices().serverMillisFor(perSecond))));
    }

    /** Runs the load on a system, with faults or without. */
    static PhaseMeasurement run(PaperLab lab, MetadataService service, String name, BurstLoad load, String... more)
            throws IOException, InterruptedException {
        List<String> options = new ArrayList<>(options(lab));
        options.addAll(List.of("--load", load.spec(), "--duration", load.seconds() + "s"));
        options.addAll(List.of("--drain", lab.pick(DRAIN, DRAIN / 3) + "s"));
        options.addAll(List.of(more));
        PhaseMeasurement run =
                service.run(name, load.seconds() + PATIENCE, options).get(0);
        lab.say(String.format(
                Locale.ROOT,
                "%s: %d done, %d failed, mean %.1f ms, p99 %.0f ms; %.3f of the burst within it; at most %d instances;"
                        + " others used %.0f millicores",
                name,
                run.phase().succeeded(),
                run.phase().failed(),
                run.meanMillis(),
                run.millisAt(99),
                run.shareDone(load.burstFrom(), load.burstTo()),
                run.mostInstances(),
                run.foreignMillis()));
        return run;
    }

    private static List<String> options(PaperLab lab) {
        return List.of(
                "--workload",
                "spotify-lambdafs",
                "--clients",
                Integer.toString(lab.pick(128, 32)),
                "--tree",
                "initial=" + lab.pick(16, 8),
                "--warmup",
                lab.pick(5, 1) + "s");
    }
}
