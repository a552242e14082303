package io.lambdafs.coordinator.zk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.coherence.Coordinator;
import io.lambdafs.coherence.Member;
import io.lambdafs.store.WriterId;
import io.lambdafs.testkit.coherence.Peer;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server's process: what it says, how it ends, and that it finds its data again. */
final class ZooKeeperMainTest {
    private static final String READY = "ZooKeeper is ready on 127.0.0.1:";

    private final List<Process> processes = new ArrayList<>();

    @TempDir
    private Path directory;

    @AfterEach
    void stopAll() {
        processes.forEach(Process::destroyForcibly);
    }

    @Test
    void killedServer_startsAgainWithItsData() throws Exception {
        Process first = launch("--data-dir", directory.toString(), "--port", "0");
        int port = port(first);
        Member member = new Member(0, new WriterId(7), "instance", 1);
        ZooKeeperConfig config =
                new ZooKeeperConfig("127.0.0.1:" + port, "test", Duration.ofSeconds(30), ZooKeeperConfig.DEFAULT_BOUND);
        try (Coordinator coordinator = ZooKeeperCoordinator.connect(config, System::nanoTime)) {
            Peer peer = Peer.silent(coordinator, member).awaitRegistered();
            first.destroyForcibly().waitFor();
            Process second = launch("--data-dir", directory.toString(), "--port", Integer.toString(port));
            assertThat(port(second)).isEqualTo(port);
            assertThat(coordinator.members()).containsExactly(peer.member());
            second.destroy();
            assertThat(second.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(second.exitValue()).isEqualTo(143);
        }
    }

    @Test
    void address_isLoopbackUnlessOneIsGiven() {
        assertThat(parse("--data-dir", "d", "--port", "1").host()).isEqualTo("127.0.0.1");
        assertThat(parse("--data-dir", "d", "--port", "1", "--host", "127.0.0.2")
                        .host())
                .isEqualTo("127.0.0.2");
    }

    @Test
    void portInUse_endsWithASentence() throws Exception {
        int port = port(launch("--data-dir", directory.resolve("a").toString(), "--port", "0"));
        Process second = launch("--data-dir", directory.resolve("b").toString(), "--port", Integer.toString(port));
        String said = new String(second.getErrorStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(second.waitFor()).isEqualTo(1);
        assertThat(said).contains("ZooKeeper did not start").contains("in use");
    }

    @Test
    void wrongArguments_areNamed() {
        assertThatThrownBy(() -> parse("--port", "1")).hasMessageContaining("--data-dir");
        assertThatThrownBy(() -> parse("--port")).hasMessageContaining("needs a value");
        assertThatThrownBy(() -> parse("--port", "70000")).hasMessageContaining("65535");
        assertThatThrownBy(() -> parse("--prot", "1")).hasMessageContaining("--prot");
    }

    private static ZooKeeperMain.Arguments parse(String... args) {
        return ZooKeeperMain.Arguments.parse(args);
    }

    private Process launch(String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                ZooKeeperMain.class.getName()));
        command.addAll(List.of(args));
        Process process = new ProcessBuilder(command).start();
        processes.add(process);
        return process;
    }

    private static int port(Process process) throws IOException {
        BufferedReader out = process.inputReader();
        String line = out.readLine();
        assertThat(line).startsWith(READY);
        return Integer.parseInt(line.substring(READY.length()));
    }
}
