package io.lambdafs.namenode.sim;

import io.lambdafs.coherence.CoherenceRule;
import io.lambdafs.namenode.sim.decoupling.SubtreeLedger;
import io.lambdafs.namenode.sim.store.SharedSimStore;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;

/**
 * Runs seeds of the simulator from the command line: {@code --seeds N --from S}, and begins none after {@code --millis M}; one
 * seed alone is told with everything that happened in it if something is wrong, and {@code --replay S} in any case. {@code
 * --store twin} or {@code engine} has all seeds over one kind of store instead of the one that the seed chooses. Exits with 1 if a
 * seed showed something wrong.
 */
public final class SimulatorMain {
    private static final int PROGRESS = 1000;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private SimulatorMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        Deque<String> left = new ArrayDeque<>(List.of(arguments));
        SimScenario scenario = SimScenario.of(SimScenario.Mode.COHERENT);
        long seeds = 10_000;
        long from = 1;
        long millis = Long.MAX_VALUE;
        long replay = -1;
        while (!left.isEmpty()) {
            String option = left.pop();
            if (left.isEmpty()) {
                System.err.println("simulator: " + option + " needs a value");
                System.exit(2);
            }
            String value = left.pop();
            switch (option) {
                case "--seeds" -> seeds = Long.parseLong(value);
                case "--from" -> from = Long.parseLong(value);
                case "--millis" -> millis = Long.parseLong(value);
                case "--replay" -> replay = Long.parseLong(value);
                case "--mode" -> scenario = SimScenario.of(SimScenario.Mode.valueOf(constant(value)));
                case "--without" -> scenario = scenario.without(CoherenceRule.valueOf(constant(value)));
                case "--faults" -> scenario = scenario.withFaults(Faults.named(value));
                case "--subtrees" -> scenario = Boolean.parseBoolean(value) ? scenario.withSubtrees() : scenario;
                case "--store" -> scenario = scenario.over(SharedSimStore.Kind.valueOf(constant(value)));
                case "--flaw" -> scenario = scenario.with(SimScenario.Flaw.valueOf(constant(value)));
                default -> {
                    System.err.println("simulator: unknown option " + option);
                    System.exit(2);
                }
            }
        }
        Simulations simulations = new Simulations(scenario, Runtime.getRuntime().availableProcessors());
        System.exit(replay >= 0 ? replay(simulations, replay) : run(simulations, from, seeds, millis));
    }

    private static String constant(String name) {
        return name.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    private static int replay(Simulations simulations, long seed) {
        List<String> lines = simulations.replay(seed);
        lines.forEach(System.out::println);
        return lines.get(lines.size() - 1).startsWith("VIOLATION") ? 1 : 0;
    }

    private static int run(Simulations simulations, long from, long seeds, long millis) throws InterruptedException {
        long began = System.nanoTime();
        BooleanSupplier enough = () -> (System.nanoTime() - began) / NANOS_PER_MILLI >= millis;
        Simulations.Total total = simulations.run(from, seeds, enough, (seed, outcome) -> {
            if (seed % PROGRESS == 0 || seeds <= PROGRESS / 10) {
                System.out.println("seed " + seed + ": " + outcome);
            }
        });
        double seconds = (System.nanoTime() - began) / 1e9;
        System.out.printf(
                "%d seeds, %d over the store's twin and %d over the embedded store's core with %d crashes,"
                        + " %d steps, %d answers judged, %d commits, %.1f s, %.0f seeds/s%n",
                total.seeds(),
                total.seeds(SharedSimStore.Kind.TWIN),
                total.seeds(SharedSimStore.Kind.ENGINE),
                total.crashes(),
                total.steps(),
                total.judged(),
                total.commits(),
                seconds,
                total.seeds() / seconds);
        Elasticity.Figures elastic = total.elastic();
        System.out.printf(
                "%d joins during rounds, %d stem cells that became functions, %d requests by way of another client,"
                        + " which died with %d%n",
                elastic.joinsInRounds(), elastic.stemCells(), elastic.forwarded(), elastic.linesEnded());
        NamespaceHistory.Figures features = total.features();
        System.out.printf(
                "%d snapshots, of which %d were deleted and %d got another name; %d writes that a quota refused;"
                        + " %d changes of storage policies; %d times attributes were read in a snapshot%n",
                features.snapshots(),
                features.deleted(),
                features.renamed(),
                features.overQuota(),
                features.policies(),
                features.readInSnapshots());
        SubtreeLedger.Figures subtrees = total.subtrees();
        if (!subtrees.equals(SubtreeLedger.Figures.NONE)) {
            System.out.printf(
                    "%d merges of decoupled subtrees, %d of them atomic and of several inodes, %d in parts; %d discarded%n",
                    subtrees.merges(), subtrees.atomic(), subtrees.inParts(), subtrees.discards());
        }
        total.failure().ifPresent(failed -> {
            if (seeds == 1) {
                simulations.replay(failed.seed()).forEach(System.out::println);
            }
            System.out.println("VIOLATION in seed " + failed.seed() + ": " + failed.why());
        });
        return total.failure().isPresent() ? 1 : 0;
    }
}
