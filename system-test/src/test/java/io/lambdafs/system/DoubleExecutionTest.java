package io.lambdafs.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that the load of the fault tests detects faults. Over a store that forgets outcomes it finds operations that
 * were carried out twice, and over the same store with a memory it finds none.
 */
@Tag("alone")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class DoubleExecutionTest {
    private static final Duration BOUND = Duration.ofSeconds(60);

    /** Of each client. */
    private static final long STEPS = 100;

    @TempDir
    private Path directory;

    @Test
    @Tag("extended")
    void lostAnswers_areNoticedWhereOutcomesAreForgotten() throws Exception {
        try (ForgetfulStack forgetful = ForgetfulStack.start(directory, 1);
                FileSystem fs = forgetful.stack().newClient()) {
            assertThat(load(fs, "/remembered")).isEmpty();

            forgetful.forget();
            assertThat(load(fs, "/forgotten")).isNotEmpty().allMatch(found -> found.startsWith("client "));
        }
    }

    private static List<String> load(FileSystem fs, String base) throws Exception {
        try (MixedLoad load = new MixedLoad(fs, new org.apache.hadoop.fs.Path(base), 2)) {
            load.awaitProgress(STEPS, BOUND);
            return load.stopAndVerify();
        }
    }
}
