package io.lambdafs.namenode.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.namenode.sim.Simulations.Total;
import io.lambdafs.namenode.sim.decoupling.SubtreeLedger;
import io.lambdafs.namenode.sim.store.SharedSimStore.Kind;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * NameNodes with caches keep every promise under every fault, over the store's twin in half of the seeds and over the embedded
 * store's own core in the others. {@code -Dsimulator.seeds=N -Dsimulator.from=S} choose the seeds, {@code -Dsimulator.store=twin}
 * or {@code engine} one kind of store for all of them.
 */
final class CoherentSimulationTest {
    private static final int PARALLEL = 2;
    private static final int BOUND_SECONDS = 60;

    private static final int SEEDS_WITH_CRASHES = 100;

    private static final long FEW = 500;
    private static final long MANY = 10_000;

    private static final long FEW_WITH_SUBTREES = 200;
    private static final long MANY_WITH_SUBTREES = 4_000;

    @Test
    void nameNodesWithCaches_keepEveryPromise() throws InterruptedException {
        run(Long.getLong("simulator.from", 1), Long.getLong("simulator.seeds", FEW));
    }

    /** The seeds that take too long for every change. */
    @Test
    @Tag("long")
    void nameNodesWithCaches_keepEveryPromiseInMoreRuns() throws InterruptedException {
        run(FEW + 1, MANY - FEW);
    }

    /** Clients decouple subtrees, die at any step, and take up what others have left. */
    @Test
    void clientsThatDecoupleSubtrees_loseNothing() throws InterruptedException {
        runWithSubtrees(Long.getLong("simulator.from", 1), Long.getLong("simulator.seeds", FEW_WITH_SUBTREES));
    }

    /** The seeds that take too long for every change. */
    @Test
    @Tag("long")
    void clientsThatDecoupleSubtrees_loseNothingInMoreRuns() throws InterruptedException {
        runWithSubtrees(FEW_WITH_SUBTREES + 1, MANY_WITH_SUBTREES - FEW_WITH_SUBTREES);
    }

    private static void runWithSubtrees(long from, long seeds) throws InterruptedException {
        Simulations simulations = new Simulations(scenario().withSubtrees(), PARALLEL);
        Total total = simulations.run(from, seeds);
        System.out.println(total);
        total.failure().ifPresent(failed -> simulations.replay(failed.seed()).forEach(System.out::println));
        assertThat(total.failure()).isEmpty();
        if (seeds > SEEDS_WITH_CRASHES) {
            SubtreeLedger.Figures subtrees = total.subtrees();
            assertThat(List.of(
                            subtrees.merges(),
                            subtrees.atomic(),
                            subtrees.inParts(),
                            subtrees.discards(),
                            subtrees.clearedUp()))
                    .as("%s", subtrees)
                    .allMatch(figure -> figure > 0);
        }
    }

    private static void run(long from, long seeds) throws InterruptedException {
        Simulations simulations = new Simulations(scenario(), PARALLEL);
        Total total = simulations.run(from, seeds);
        System.out.println(total);
        total.failure().ifPresent(failed -> simulations.replay(failed.seed()).forEach(System.out::println));
        assertThat(total.failure())
                .as("replay it: ./mvnw test -pl lambdafs-namenode -am -Dtest=CoherentSimulationTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Dsimulator.seeds=1 -Dsimulator.from=<seed>"
                        + "; everything that happened is in the test's output file")
                .isEmpty();
        assertThat(total.seeds()).isEqualTo(seeds);
        assertThat(total.commits()).isGreaterThan(seeds);
        if (seeds > SEEDS_WITH_CRASHES && total.seeds(Kind.ENGINE) > 0) {
            assertThat(total.crashes()).as("crashes of the engine").isPositive();
        }
        if (seeds > SEEDS_WITH_CRASHES) {
            Elasticity.Figures elastic = total.elastic();
            assertThat(List.of(elastic.joinsInRounds(), elastic.stemCells(), elastic.forwarded(), elastic.linesEnded()))
                    .as("%s", elastic)
                    .allMatch(figure -> figure > 0);
            NamespaceHistory.Figures features = total.features();
            assertThat(List.of(
                            features.snapshots(),
                            features.deleted(),
                            features.renamed(),
                            features.overQuota(),
                            features.policies(),
                            features.readInSnapshots()))
                    .as("%s", features)
                    .allMatch(figure -> figure > 0);
        }
    }

    private static SimScenario scenario() {
        SimScenario scenario = SimScenario.of(SimScenario.Mode.COHERENT);
        String store = System.getProperty("simulator.store");
        return store == null ? scenario : scenario.over(Kind.valueOf(store.toUpperCase(Locale.ROOT)));
    }

    @Test
    void halfOfAllSeeds_areOverTheEngine() {
        SimScenario scenario = SimScenario.of(SimScenario.Mode.COHERENT);
        for (long from : List.of(0L, 1_000L, FEW, MANY)) {
            assertThat(LongStream.range(from, from + 200)
                            .filter(seed -> scenario.storeOf(seed) == Kind.ENGINE)
                            .count())
                    .isEqualTo(100);
        }
    }

    @ParameterizedTest
    @EnumSource
    void sameSeed_goesTheSameWay(Kind store) {
        Simulations simulations =
                new Simulations(SimScenario.of(SimScenario.Mode.COHERENT).over(store), 1);
        assertThat(simulations.replay(11)).hasSizeGreaterThan(100).isEqualTo(simulations.replay(11));
    }

    /** Where hash codes of identity, and what was loaded and compiled before, are others. */
    @ParameterizedTest
    @EnumSource
    void sameSeed_goesTheSameWayInAnotherProcess(Kind store) throws Exception {
        Simulations simulations =
                new Simulations(SimScenario.of(SimScenario.Mode.COHERENT).over(store), 1);
        List<String> expected =
                List.of(String.join("\n", simulations.replay(13)).split("\n"));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dfile.encoding=UTF-8",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SimulatorMain.class.getName(),
                        "--store",
                        store.name(),
                        "--replay",
                        "13")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            List<String> lines = out.lines().toList();
            assertThat(lines).hasSizeGreaterThan(100).startsWith(expected.toArray(new String[0]));
        } finally {
            if (!process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        }
        assertThat(process.exitValue()).isZero();
    }
}
