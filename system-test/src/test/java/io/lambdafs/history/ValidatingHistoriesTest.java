package io.lambdafs.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lambdafs.system.Stack;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Histories of instances that validate, which are frozen at any moment, also for longer than a session lives. */
@Tag("alone")
@Timeout(value = 8, unit = TimeUnit.MINUTES)
final class ValidatingHistoriesTest {
    private static final int FUNCTIONS = 2;
    private static final int OPERATIONS = 3000;
    private static final Duration OVER = Duration.ofSeconds(20);
    private static final Freezes LONG_ONES = new Freezes(12, 100, 12_000);
    /** During calls and between them. */
    private static final Freezes SHORT_ONES = new Freezes(400, 10, 250);

    @TempDir
    private Path directory;

    private @Nullable Stack stack;

    @AfterEach
    void stop() throws IOException {
        if (stack != null) {
            stack.close();
        }
    }

    /**
     * How often instances are frozen in a history, and for how long.
     *
     * @param longestMillis at most, in ms; at least the other
     */
    private record Freezes(int count, int shortestMillis, int longestMillis) {
        List<HistoryFault> of(long seed) {
            Random random = new Random(seed);
            List<HistoryFault> freezes = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                freezes.add(new HistoryFault(
                        HistoryFault.Kind.FREEZE_INSTANCE,
                        Duration.ofMillis(random.nextLong(OVER.toMillis() * 3 / 4)),
                        Duration.ofMillis(random.nextLong(shortestMillis, longestMillis)),
                        random.nextInt(1000)));
            }
            return freezes;
        }
    }

    @Test
    @Tag("extended")
    void historyWithFrozenInstances_isLinearizable() throws Exception {
        requireLinearizable(validating(), 7, LONG_ONES.of(7));
    }

    /** Much as a platform does that freezes an instance whenever it has nothing to do. */
    @ParameterizedTest
    @ValueSource(longs = {11, 12})
    @Tag("long")
    void historyWithInstancesThatAreFrozenAgainAndAgain_isLinearizable(long seed) throws Exception {
        requireLinearizable(validating(), seed, SHORT_ONES.of(seed));
    }

    /** Instances of each function that validate, and others that are told of changes. */
    @ParameterizedTest
    @ValueSource(longs = {21, 22})
    @Tag("long")
    void historyOfBothKindsOfInstances_isLinearizable(long seed) throws Exception {
        requireBothKindsLinearizable(seed, HistoryFault.schedule(seed, OVER));
    }

    /** The same, with many short freezes. */
    @Test
    @Tag("long")
    void historyOfBothKindsThatAreFrozenAgainAndAgain_isLinearizable() throws Exception {
        requireBothKindsLinearizable(23, SHORT_ONES.of(23));
    }

    /** As on AWS Lambda: each instance is frozen as soon as it has answered, and goes on with the next call. */
    @Test
    @Tag("long")
    void historyWithInstancesThatAreFrozenBetweenAnyTwoCalls_isLinearizable() throws Exception {
        long seed = 31;
        List<String> options = new ArrayList<>(FrozenBetweenCalls.START_OPTIONS);
        options.addAll(List.of("--mode", "validate", "--store", "rocks"));
        Stack frozen = Stack.unstarted(FUNCTIONS, 1, options.toArray(String[]::new));
        requireLinearizable(frozen, seed, FrozenBetweenCalls.possible(HistoryFault.schedule(seed, OVER)), system -> {
            Closeable platform = FrozenBetweenCalls.begin(system);
            return () -> {
                try (platform) {
                    assertThat(frozen.askPlatform("/admin/instances"))
                            .contains("\"state\":\"paused\"")
                            .doesNotContain("\"state\":\"warm\"");
                }
            };
        });
    }

    /** With instances that are killed, and services that are restarted. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    @Tag("long")
    void historyWithFaultsOfAllKinds_isLinearizable(long seed) throws Exception {
        requireLinearizable(validating(), seed, HistoryFault.schedule(seed, OVER));
    }

    private static String[] options(String mode) {
        List<String> options = new ArrayList<>(CheckOptions.START_OPTIONS);
        options.addAll(List.of("--mode", mode, "--store", "rocks"));
        return options.toArray(String[]::new);
    }

    private static Stack validating() throws IOException {
        return Stack.unstarted(FUNCTIONS, 1, options("validate"));
    }

    private void requireBothKindsLinearizable(long seed, List<HistoryFault> faults) throws Exception {
        Map<String, String> files =
                Map.of(EitherKindMain.FILE, directory.resolve("started").toString());
        Stack both = Stack.unstarted(FUNCTIONS, 1, options("lambdafs"))
                .with(OtherProgram.in(directory, EitherKindMain.class, files));
        requireLinearizable(both, seed, faults);
        assertThat(both.run("status", "--json")).contains("feed-questions", "lease-valid");
    }

    /** Changes a system that runs; what is returned is closed when the history has been checked. */
    private interface Change {
        Closeable of(Stack stack) throws Exception;
    }

    private void requireLinearizable(Stack started, long seed, List<HistoryFault> faults) throws Exception {
        requireLinearizable(started, seed, faults, unchanged -> () -> {});
    }

    private void requireLinearizable(Stack started, long seed, List<HistoryFault> faults, Change change)
            throws Exception {
        HistoryChecker.Search search = HistoryChecker.find();
        assumeTrue(search.found() != null, search.leftOut());
        stack = started;
        started.startAgain();
        Path recordings = Files.createDirectories(Path.of("target/histories-validate"));
        ProcessHistory.Report report;
        try (Closeable changed = change.of(started)) {
            assertThat(changed).isNotNull();
            report = new ProcessHistory(started, recordings, search.orElseThrow())
                    .run(ProcessHistory.Plan.of(seed, OPERATIONS, OVER), faults);
        }
        System.out.println(report.line());
        assertThat(report.work().failures()).isEmpty();
        assertThat(report.work().faults()).isEqualTo(faults.size());
        assertThat(report.finding().operations()).isGreaterThan(OPERATIONS * 9 / 10);
        assertThat(report.finding().isLinearizable()).as(report.line()).isTrue();
    }
}
