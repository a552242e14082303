package io.lambdafs.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lambdafs.system.Stack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Some histories of real processes under faults, of those that {@code bin/lambdafs check} records any number of. */
@Tag("alone")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 8, unit = TimeUnit.MINUTES)
final class ProcessHistoriesTest {
    private static final int FUNCTIONS = 2;
    private static final int OPERATIONS = 5000;
    private static final Duration OVER = Duration.ofSeconds(20);

    /** The seed whose clients send requests to a second instance early, and ask functions that do not own the path. */
    private static final long STRAINED = 4;

    private HistoryChecker checker;
    private Stack stack;

    @BeforeAll
    void start() throws Exception {
        HistoryChecker.Search search = HistoryChecker.find();
        assumeTrue(search.found() != null, search.leftOut());
        checker = search.orElseThrow();
        stack = Stack.start(FUNCTIONS, 1, CheckOptions.START_OPTIONS.toArray(String[]::new));
    }

    @AfterAll
    void stop() throws IOException {
        if (stack != null) {
            stack.close();
        }
    }

    /** Together they have all kinds of faults: an odd seed restarts the store, an even one the coordinator. */
    static LongStream seeds() {
        return LongStream.of(1, STRAINED);
    }

    @Test
    void seeds_haveFaultsOfAllKinds() {
        assertThat(seeds().boxed().flatMap(seed -> HistoryFault.schedule(seed, OVER).stream()))
                .extracting(HistoryFault::kind)
                .contains(HistoryFault.Kind.values());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void history_isLinearizable(long seed) throws Exception {
        requireLinearizable(seed);
    }

    /** The seeds that take too long for every change. */
    @ParameterizedTest
    @ValueSource(longs = {2, 3})
    @Tag("long")
    void historyOfMoreSeeds_isLinearizable(long seed) throws Exception {
        requireLinearizable(seed);
    }

    private void requireLinearizable(long seed) throws Exception {
        Path recordings = Files.createDirectories(Path.of("target/histories"));
        boolean strained = seed == STRAINED;
        ProcessHistory.Report report = new ProcessHistory(stack, recordings, checker)
                .run(ProcessHistory.Plan.of(seed, OPERATIONS, OVER)
                        .with(strained ? ClientSetting.STRAINED : ClientSetting.DEFAULT));
        System.out.println(report.line());
        assertThat(report.work().failures()).isEmpty();
        assertThat(report.work().faults()).isEqualTo(report.faults().size());
        assertThat(report.work().instances())
                .hasSize(FUNCTIONS)
                .allSatisfy((function, most) ->
                        assertThat(most).as(function).isGreaterThanOrEqualTo(ProcessHistory.INSTANCES));
        assertThat(report.finding().operations()).isGreaterThan(OPERATIONS * 9 / 10);
        assertThat(report.finding().isLinearizable()).as(report.line()).isTrue();
        if (strained) {
            assertThat(report.work().counts().repeated()).as("sent again").isPositive();
            assertThat(report.work().counts().servedElsewhere())
                    .as("served elsewhere")
                    .isPositive();
        }
    }
}
