package io.lambdafs.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lambdafs.system.ForgetfulStack;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
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
@Tag("long")
@Timeout(value = 8, unit = TimeUnit.MINUTES)
final class HistoryTeethTest {
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

    /** By the command itself, which ends with the first history that cannot be, and says so by its status. */
    @Test
    void entryCachedBeforeTheCommit_isFound() throws Exception {
        HistoryChecker.Search search = HistoryChecker.find();
        assumeTrue(search.found() != null, search.leftOut());
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        List<String> command = List.of(
                "--without PENDING_UNTIL_COMMIT --simulator-seeds 0 --histories 6 --operations 3000 --seconds 3 --seed 80"
                        .split(" "));

        int status = CheckMain.run(command, directory, new PrintStream(printed, true, StandardCharsets.UTF_8));

        String said = printed.toString(StandardCharsets.UTF_8);
        System.out.println(said);
        assertThat(status).isEqualTo(1);
        assertThat(said).contains(": VIOLATION: ").contains(": 1 violations, ");
    }
}
