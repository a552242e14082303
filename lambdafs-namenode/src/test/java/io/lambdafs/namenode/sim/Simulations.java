package io.lambdafs.namenode.sim;

import io.lambdafs.namenode.sim.decoupling.SubtreeLedger;
import io.lambdafs.namenode.sim.store.SharedSimStore;
import io.lambdafs.testkit.sim.SimFailure;
import io.lambdafs.testkit.sim.SimThreads;
import io.lambdafs.testkit.sim.SimTrace;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Many seeds of one scenario, several at a time. */
final class Simulations {
    private final SimScenario scenario;
    private final int parallel;

    Simulations(SimScenario scenario, int parallel) {
        this.scenario = scenario;
        this.parallel = parallel;
    }

    /**
     * What many seeds came to.
     *
     * @param seedsOver seeds that ran to their end with nothing wrong, by the kind of their store
     * @param crashes of stores
     * @param elastic what they had of growth and sharing
     * @param features what they had of snapshots, quotas and storage policies
     * @param subtrees what became of decoupled subtrees
     * @param failure of the lowest seed that failed
     */
    record Total(
            Map<SharedSimStore.Kind, Long> seedsOver,
            long steps,
            long judged,
            long commits,
            long crashes,
            Elasticity.Figures elastic,
            NamespaceHistory.Figures features,
            SubtreeLedger.Figures subtrees,
            Optional<Failed> failure) {
        /** The seeds over one kind of store. */
        long seeds(SharedSimStore.Kind kind) {
            return seedsOver.getOrDefault(kind, 0L);
        }

        /** All seeds that ran to their end with nothing wrong. */
        long seeds() {
            return seedsOver.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    /** A seed that failed, and why. */
    record Failed(long seed, String why) {}

    /** Runs seeds until one fails or so many have run. */
    Total run(long from, long count) throws InterruptedException {
        return run(from, count, () -> false, (seed, outcome) -> {});
    }

    /** The same, but begins no more once it has been enough, and tells how each went. */
    Total run(long from, long count, BooleanSupplier enough, BiConsumer<Long, Simulation.Outcome> each)
            throws InterruptedException {
        AtomicLong next = new AtomicLong(from);
        long end = from + count;
        ConcurrentNavigableMap<Long, Simulation.Outcome> outcomes = new ConcurrentSkipListMap<>();
        ConcurrentNavigableMap<Long, Failed> failed = new ConcurrentSkipListMap<>();
        List<Thread> workers = Stream.generate(() -> new Thread(() -> {
                    try (SimThreads threads = new SimThreads()) {
                        Reference reference = new Reference();
                        for (long seed = next.getAndIncrement();
                                seed < end && failed.isEmpty() && !enough.getAsBoolean();
                                seed = next.getAndIncrement()) {
                            try {
                                Simulation.Outcome outcome = one(seed, threads, new SimTrace(false), reference);
                                each.accept(seed, outcome);
                                outcomes.put(seed, outcome);
                            } catch (Throwable e) {
                                // Whatever it is: a worker that ended of it would leave its seeds out in silence.
                                failed.put(seed, new Failed(seed, why(e)));
                            }
                        }
                    }
                }))
                .limit(parallel)
                .toList();
        workers.forEach(Thread::start);
        for (Thread worker : workers) {
            worker.join();
        }
        return new Total(
                outcomes.keySet().stream()
                        .collect(Collectors.groupingBy(
                                scenario::storeOf,
                                () -> new EnumMap<>(SharedSimStore.Kind.class),
                                Collectors.counting())),
                outcomes.values().stream().mapToLong(Simulation.Outcome::steps).sum(),
                outcomes.values().stream().mapToLong(Simulation.Outcome::judged).sum(),
                outcomes.values().stream()
                        .mapToLong(Simulation.Outcome::commits)
                        .sum(),
                outcomes.values().stream()
                        .mapToLong(Simulation.Outcome::crashes)
                        .sum(),
                outcomes.values().stream()
                        .map(Simulation.Outcome::elastic)
                        .reduce(Elasticity.Figures.NONE, Elasticity.Figures::plus),
                outcomes.values().stream()
                        .map(Simulation.Outcome::features)
                        .reduce(NamespaceHistory.Figures.NONE, NamespaceHistory.Figures::plus),
                outcomes.values().stream()
                        .map(Simulation.Outcome::subtrees)
                        .reduce(SubtreeLedger.Figures.NONE, SubtreeLedger.Figures::plus),
                failed.values().stream().findFirst());
    }

    private Simulation.Outcome one(long seed, SimThreads threads, SimTrace trace, Reference reference) {
        return new Simulation(scenario, seed, threads, trace, reference).run();
    }

    /** Runs one seed again, and tells everything that happened. */
    List<String> replay(long seed) {
        SimTrace trace = new SimTrace(true);
        try (SimThreads threads = new SimThreads()) {
            Simulation.Outcome outcome = one(seed, threads, trace, new Reference());
            return Stream.concat(trace.lines().stream(), Stream.of(outcome.toString()))
                    .toList();
        } catch (Throwable e) {
            return Stream.concat(trace.lines().stream(), Stream.of("VIOLATION: " + why(e)))
                    .toList();
        }
    }

    /** What is shown to be wrong says so itself; of anything else, nobody knows more than where it came from. */
    private static String why(Throwable failure) {
        if (failure instanceof SimFailure && failure.getCause() == null) {
            return String.valueOf(failure.getMessage());
        }
        StringWriter stack = new StringWriter();
        failure.printStackTrace(new PrintWriter(stack, true));
        return stack.toString();
    }
}
