package io.lambdafs.store.ndb;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.store.StoreConfig.Bounds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** That a process may use the NDB API for the first time in several threads at once, which its Java binding cannot bear. */
@EnabledIf(value = "io.lambdafs.store.ndb.TestCluster#isThere", disabledReason = TestCluster.REASON)
@Timeout(value = 2, unit = TimeUnit.MINUTES)
final class FirstUseTest {
    /** Of four in five nothing is seen, whatever they do. */
    private static final int PROCESSES = 12;

    private static final int BOUND_SECONDS = 60;

    @TempDir
    private Path directory;

    @Test
    void newProcesses_mayUseTheStoreInManyThreads() throws Exception {
        NdbFixture database = NdbFixture.create();
        database.open(Bounds.defaults()).close();
        try {
            for (int i = 0; i < PROCESSES; i++) {
                use(database);
            }
        } finally {
            database.close();
        }
    }

    private void use(NdbFixture database) throws Exception {
        Path output = directory.resolve("output");
        Process process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FirstUseMain.class.getName(),
                        database.config(Bounds.defaults()).url())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as(Files.readString(output)).isZero();
        } finally {
            process.destroyForcibly();
        }
    }
}
