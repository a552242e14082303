package io.lambdafs.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a process whose parent is gone. */
final class ParentWatchTest {
    private static final int BOUND_SECONDS = 20;

    @TempDir
    private Path directory;

    @Test
    void endOfTheStream_isNoticed() throws Exception {
        CountDownLatch gone = new CountDownLatch(1);
        ParentWatch.start(new ByteArrayInputStream(new byte[100]), gone::countDown);
        assertThat(gone.await(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void orphan_doesWhatIsToBeDoneAtItsEnd() throws Exception {
        assertEnds();
    }

    @Test
    void orphanThatDoesNotComeToAnEnd_isHalted() throws Exception {
        assertEnds("hang");
    }

    private void assertEnds(String... more) throws IOException, InterruptedException {
        Path left = directory.resolve("left");
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                OrphanMain.class.getName(),
                left.toString()));
        Collections.addAll(command, more);
        Process orphan = new ProcessBuilder(command).start();
        try {
            assertThat(orphan.waitFor(200, TimeUnit.MILLISECONDS)).isFalse();
            orphan.getOutputStream().close();
            assertThat(orphan.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(left).exists();
        } finally {
            orphan.destroyForcibly();
        }
    }
}
