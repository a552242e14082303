package io.lambdafs.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lambdafs.coherence.CoherenceRule;
import io.lambdafs.system.ForgetfulStack;
import io.lambdafs.system.Stack;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** That histories of real processes show a rule that is missing: here, that a write is carried out at most once. */
@Tag("alone")
@Timeout(value = 8, unit = TimeUnit.MINUTES)
final class HistoryTeethTest {
    private static final int MAX_HISTORIES = 6;
    private static final int OPERATIONS = 1200;
    private static final Duration OVER = Duration.ofSeconds(3);

    @TempDir
    private Path directory;

    @Test
    void writesCarriedOutTwice_areFound() throws Exception {
        HistoryChecker.Search search = HistoryChecker.find();
        assumeTrue(search.found() != null, search.leftOut());
        Path recordings = Files.createDirectories(Path.of("target/histories"));
        try (ForgetfulStack forgetful =
                ForgetfulStack.start(directory, 2, CheckOptions.START_OPTIONS.toArray(String[]::new))) {
            ProcessHistory history = new ProcessHistory(forgetful.stack(), recordings, search.orElseThrow());
            ProcessHistory.Report remembered = history.run(ProcessHistory.Plan.of(71, OPERATIONS, OVER), List.of());
            forgetful.forget();
            ProcessHistory.Report forgotten = history.run(ProcessHistory.Plan.of(72, OPERATIONS, OVER), List.of());
            System.out.println(remembered.line());
            System.out.println(forgotten.line());
            assertThat(remembered.finding().isLinearizable())
                    .as(remembered.line())
                    .isTrue();
            assertThat(forgotten.finding().isViolation()).as(forgotten.line()).isTrue();
            assertThat(forgotten.finding().files()).hasSize(2);
        }
    }

    @Test
    void entryCachedBeforeTheCommit_isFound() throws Exception {
        HistoryChecker.Search search = HistoryChecker.find();
        assumeTrue(search.found() != null, search.leftOut());
        Path recordings = Files.createDirectories(Path.of("target/histories"));
        String[] options = CheckOptions.START_OPTIONS.toArray(String[]::new);
        try (Stack stack =
                Stack.unstarted(2, 1, options).with(WithoutRule.in(directory, CoherenceRule.PENDING_UNTIL_COMMIT))) {
            stack.startAgain();
            ProcessHistory history = new ProcessHistory(stack, recordings, search.orElseThrow());
            boolean found = false;
            for (int i = 0; i < MAX_HISTORIES && !found; i++) {
                ProcessHistory.Report report = history.run(ProcessHistory.Plan.of(80 + i, 3000, OVER), List.of());
                System.out.println(report.line());
                found = report.finding().isViolation();
            }
            assertThat(found).isTrue();
        }
    }
}
