package io.lambdafs.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A detached process's life, with a shell in its place. */
final class DaemonTest {
    @TempDir
    private Path directory;

    private DataDirectory data;
    private Daemon daemon;
    private int ends;

    @BeforeEach
    void prepare() {
        data = new DataDirectory(directory.resolve("data"));
        data.prepare();
        daemon = daemon("echo READY at $WHERE; exec sleep 100");
    }

    @AfterEach
    void stop() {
        daemon.stop();
    }

    @Test
    void startedProcess_isFoundByAnother() {
        assertThat(daemon.isRunning()).isFalse();
        daemon.start();
        daemon.awaitReady();
        assertThat(daemon.address()).isEqualTo("here");
        Daemon sameAgain = daemon("never run");
        assertThat(sameAgain.pid()).isEqualTo(daemon.pid());
        sameAgain.stop();
        assertThat(daemon.isRunning()).isFalse();
    }

    @Test
    void processThatEnds_isReportedWithItsLastWords() {
        daemon = daemon("echo no disk; exit 1");
        daemon.start();
        assertThatThrownBy(daemon::awaitReady)
                .isInstanceOf(CliException.class)
                .hasMessageContaining("test ended while starting")
                .hasMessageContaining("no disk");
    }

    @Test
    void readyLineOfAnEarlierRun_isNotTakenForThisOne() {
        daemon.start();
        daemon.awaitReady();
        daemon.stop();
        daemon = daemon("exit 1");
        daemon.start();
        assertThatThrownBy(daemon::awaitReady).isInstanceOf(CliException.class);
    }

    @Test
    void stop_isNotedOnceItHasEnded() {
        daemon.start();
        daemon.awaitReady();
        assertThat(ends).isZero();
        daemon.stop();
        assertThat(ends).isEqualTo(1);
    }

    @Test
    void stopOfNothing_doesNothing() {
        daemon.stop();
        assertThat(daemon.isRunning()).isFalse();
        assertThat(ends).isZero();
    }

    private Daemon daemon(String script) {
        return new Daemon(
                new Daemon.Spec(
                        "test",
                        () -> List.of("sh", "-c", script),
                        Map.of("WHERE", "here"),
                        "READY at ",
                        Optional.empty(),
                        () -> ends++),
                data);
    }
}
