package io.lambdafs.benchmark.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.lambdafs.benchmark.load.LoadResult;
import io.lambdafs.benchmark.verdict.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FigureTargetsTest {
    private static final List<Integer> CALLERS = List.of(1, 8, 64);

    /** Each work's figures of the cached system are a multiple of the callers', so that no two ratios are the same. */
    private static final Map<String, Integer> FACTORS = Map.of(
            "stat",
            1,
            "open",
            2,
            "ls",
            3,
            "mix",
            4,
            "create",
            5,
            "mkdirs",
            6,
            "rename",
            7,
            "delete",
            8,
            "create-in-one",
            9);

    @Test
    void everyRatio_hasItsLimit(@TempDir Path directory) throws IOException {
        try (Results results = new Results(directory.resolve("raw.csv"))) {
            fill(results, (cell, system) -> true);

            assertThat(FigureTargets.of(results, Selection.all()))
                    .extracting(Target::what, Target::value, Target::target, Target::atMost)
                    .containsExactly(
                            tuple("stat, 1 caller: p50, cached / HDFS", 0.1, 0.7, true),
                            tuple("stat, 8 callers: ops/s, cached / HDFS", 0.8, 2.0, false),
                            tuple("stat, 8 callers: ops/s, cached / echo", 0.08, 0.6, false),
                            tuple("stat, 64 callers: ops/s, cached / HDFS", 6.4, 2.0, false),
                            tuple("stat, 64 callers: ops/s, cached / echo", 0.64, 0.6, false),
                            tuple("open, 1 caller: p50, cached / HDFS", 0.2, 0.7, true),
                            tuple("open, 8 callers: ops/s, cached / HDFS", 1.6, 2.0, false),
                            tuple("open, 8 callers: ops/s, cached / echo", 0.16, 0.6, false),
                            tuple("open, 64 callers: ops/s, cached / HDFS", 12.8, 2.0, false),
                            tuple("open, 64 callers: ops/s, cached / echo", 1.28, 0.6, false),
                            tuple("ls, 1 caller: p50, cached / HDFS", 0.3, 0.7, true),
                            tuple("ls, 8 callers: ops/s, cached / HDFS", 2.4, 2.0, false),
                            tuple("ls, 8 callers: ops/s, cached / echo", 0.24, 0.6, false),
                            tuple("ls, 64 callers: ops/s, cached / HDFS", 19.2, 2.0, false),
                            tuple("ls, 64 callers: ops/s, cached / echo", 1.92, 0.6, false),
                            tuple("mix, 8 callers: ops/s, cached / HDFS", 3.2, 1.5, false),
                            tuple("mix, 64 callers: ops/s, cached / HDFS", 25.6, 1.5, false),
                            tuple("mix, 8 callers: p99 of reads, cached / HDFS", 1.55, 1.0, true),
                            tuple("mkdirs, 8 callers: ops/s, cached / HDFS", 4.8, 0.6, false),
                            tuple("mkdirs, 64 callers: ops/s, cached / HDFS", 38.4, 0.6, false),
                            tuple("rename, 8 callers: ops/s, cached / HDFS", 5.6, 0.6, false),
                            tuple("rename, 64 callers: ops/s, cached / HDFS", 44.8, 0.6, false),
                            tuple("delete, 8 callers: ops/s, cached / HDFS", 6.4, 0.6, false),
                            tuple("delete, 64 callers: ops/s, cached / HDFS", 51.2, 0.6, false),
                            tuple("create, 1 caller: ops/s, cached / HDFS", 0.5, 0.8, false),
                            tuple("create, 8 callers: ops/s, cached / HDFS", 4.0, 0.8, false),
                            tuple("create, 64 callers: ops/s, cached / HDFS", 32.0, 0.8, false),
                            tuple("mkdirs, 8 callers: CPU of all servers", 480.0, 130.0, true),
                            tuple("create, 8 callers: CPU of all servers", 400.0, 280.0, true),
                            tuple("create-in-one, 64 callers: ops/s", 5760.0, 8000.0, false),
                            tuple("create, 1 caller: p50, cached / stateless", 1.25, 1.1, true),
                            tuple("mkdirs, 1 caller: p50, cached / stateless", 1.5, 1.1, true));
        }
    }

    @Test
    void selection_hasTheTargetsOfItsCells(@TempDir Path directory) throws IOException {
        try (Results results = new Results(directory.resolve("raw.csv"))) {
            fill(results, (cell, system) -> true);

            assertThat(FigureTargets.of(results, Selection.parse("create,stat", "1,8")))
                    .extracting(Target::what)
                    .containsExactly(
                            "stat, 1 caller: p50, cached / HDFS",
                            "stat, 8 callers: ops/s, cached / HDFS",
                            "stat, 8 callers: ops/s, cached / echo",
                            "create, 1 caller: ops/s, cached / HDFS",
                            "create, 8 callers: ops/s, cached / HDFS",
                            "create, 8 callers: CPU of all servers");
        }
    }

    @Test
    void ratios_areThoseOfTheMedians(@TempDir Path directory) throws IOException {
        Cell cell = new Cell("stat", 8);
        try (Results results = new Results(directory.resolve("raw.csv"))) {
            for (long operations : new long[] {100, 1, 90}) {
                results.add(cell, Systems.CACHED, round(operations, 1));
            }
            results.add(cell, Systems.HDFS, round(60, 1));

            Target target = FigureTargets.of(results, Selection.all()).stream()
                    .filter(any -> !Double.isNaN(any.value()))
                    .findFirst()
                    .orElseThrow();

            assertThat(target.what()).isEqualTo("stat, 8 callers: ops/s, cached / HDFS");
            assertThat(target.value()).isEqualTo(1.5);
            assertThat(target.isMet()).isFalse();
            assertThat(target).asString().endsWith("MISSED");
        }
        assertThat(Files.readAllLines(directory.resolve("raw.csv"))).hasSize(5);
    }

    @Test
    void targetWithoutAFigure_isMissed(@TempDir Path directory) throws IOException {
        try (Results none = new Results(directory.resolve("none.csv"));
                Results some = new Results(directory.resolve("some.csv"))) {
            fill(some, (cell, system) -> !cell.work().equals("mix") && !system.equals(Systems.ECHO));

            assertThat(FigureTargets.of(none, Selection.all()))
                    .hasSize(32)
                    .allSatisfy(target -> assertThat(target.value()).isNaN())
                    .noneMatch(Target::isMet);
            assertThat(FigureTargets.of(some, Selection.all()))
                    .hasSize(32)
                    .allSatisfy(target -> assertThat(Double.isNaN(target.value()))
                            .as(target.what())
                            .isEqualTo(target.what().startsWith("mix")
                                    || target.what().endsWith("echo")));
        }
    }

    @Test
    void systemThatDidNothing_hasNoFigure(@TempDir Path directory) throws IOException {
        try (Results results = new Results(directory.resolve("raw.csv"))) {
            fill(results, (cell, system) -> !system.equals(Systems.HDFS));
            FACTORS.keySet()
                    .forEach(work -> CALLERS.forEach(
                            callers -> results.add(new Cell(work, callers), Systems.HDFS, round(0, 0))));

            assertThat(FigureTargets.of(results, Selection.all()))
                    .filteredOn(target -> target.what().endsWith("HDFS"))
                    .hasSize(21)
                    .noneMatch(Target::isMet);
        }
    }

    @Test
    void coherence_hasItsLimits(@TempDir Path directory) throws IOException {
        Cell cell = new Cell("create", 1);
        try (Results results = new Results(directory.resolve("raw.csv"))) {
            results.add(cell, "members-2", round(1, 30));
            results.add(cell, "members-4", round(1, 90));
            results.add(cell, Systems.STATELESS, round(1, 20));

            assertThat(Coherence.targets(results, 2.5))
                    .extracting(Target::what, Target::value, Target::target, Target::atMost)
                    .containsExactly(
                            tuple("create, one remote sharer: p50, cached / stateless", 1.5, 2.0, true),
                            tuple("round with 4 live members: p50", 2.5, 3.0, true));
        }
    }

    @Test
    void coherenceWithoutFigures_isMissed(@TempDir Path directory) throws IOException {
        try (Results results = new Results(directory.resolve("raw.csv"))) {
            assertThat(Coherence.targets(results, Double.NaN)).hasSize(2).noneMatch(Target::isMet);
        }
    }

    @Test
    void permissions_haveTheirLimits(@TempDir Path directory) throws IOException {
        Cell cell = new Cell("chmod", 64);
        try (Results results = new Results(directory.resolve("raw.csv"))) {
            results.add(cell, Systems.CACHED, round(25, 1));
            results.add(cell, Systems.HDFS, round(100, 1));

            List<Target> targets = Permissions.targets(results);
            assertThat(targets).hasSize(12).filteredOn(Target::isMet).hasSize(1);
            assertThat(targets)
                    .filteredOn(Target::isMet)
                    .extracting(Target::what, Target::value, Target::target, Target::atMost)
                    .containsExactly(tuple("chmod of directories, 64 callers: ops/s, cached / HDFS", 0.25, 0.2, false));
        }
    }

    @Test
    void validation_hasItsLimits(@TempDir Path directory) throws IOException {
        Cell cell = new Cell("stat", 8);
        try (Results results = new Results(directory.resolve("raw.csv"))) {
            results.add(cell, Systems.CACHED, round(50, 1));
            results.add(cell, Systems.VALIDATING, round(100, 1));

            List<Target> targets = Validation.targets(results);
            assertThat(targets).hasSize(3).filteredOn(Target::isMet).hasSize(1);
            assertThat(targets)
                    .filteredOn(Target::isMet)
                    .extracting(Target::what, Target::value, Target::target, Target::atMost)
                    .containsExactly(tuple("stat, 8 callers: CPU of all servers, validated / told", 2.0, 2.0, true));
        }
    }

    @Test
    void secureMode_hasItsLimits(@TempDir Path directory) throws IOException {
        Cell stat = new Cell("stat", 8);
        try (Results results = new Results(directory.resolve("raw.csv"))) {
            results.add(stat, Systems.CACHED, round(100, 100));
            results.add(stat, Systems.SECURE, round(150, 116));

            List<Target> targets = SecureCost.targets(results);
            assertThat(targets).hasSize(4).filteredOn(Target::isMet).hasSize(1);
            assertThat(targets)
                    .filteredOn(Target::isMet)
                    .extracting(Target::what, Target::value, Target::target, Target::atMost)
                    .containsExactly(tuple("stat, 8 callers: p50, secure / simple", 1.16, 1.2, true));
        }
    }

    @Test
    void serverTime_isAllButTheClients() {
        ComparedRound round = new ComparedRound(
                new LoadResult(10, 1, 1, 1, 1), Map.of("client", 70L, "instances", 20L, "postgres", 10L));

        assertThat(round.clientMicros()).isEqualTo(70);
        assertThat(round.serverMicros()).isEqualTo(30);
    }

    private static void fill(Results results, BiPredicate<Cell, String> which) {
        FACTORS.forEach((work, factor) -> CALLERS.forEach(callers -> {
            Map<String, ComparedRound> rounds = Map.of(
                    Systems.CACHED, round(10L * factor * callers, 10.0 * factor * callers),
                    Systems.HDFS, round(100, 100),
                    Systems.ECHO, round(1000, 7),
                    Systems.STATELESS, round(7, 40));
            Cell cell = new Cell(work, callers);
            rounds.forEach((system, round) -> {
                if (which.test(cell, system)) {
                    results.add(cell, system, round);
                }
            });
        }));
    }

    /** Of one second; each operation takes the servers as many microseconds as there were operations. */
    private static ComparedRound round(long operations, double p50Micros) {
        LoadResult load = new LoadResult(operations, 1_000_000_000, p50Micros, 1, p50Micros + 300);
        return new ComparedRound(load, Map.of("client", 1L, "instances", operations * operations));
    }
}
