package io.lambdafs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.coherence.CoordinatorException;
import io.lambdafs.coordinator.zk.ZooKeeperConfig;
import io.lambdafs.coordinator.zk.ZooKeeperCoordinator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an instance whose ZooKeeper is out of reach, as it is for one that was frozen, writes to its log. */
final class FunctionLogTest {
    private static final String LIBRARIES = "org.apache.zookeeper";

    @TempDir
    private Path home;

    @Test
    void lostZooKeeperSession_leavesNoWarningsOfTheLibraries() throws Exception {
        List<String> options = FunctionProgram.jvmOptions(new Distribution(home), false);
        List<String> without = options.stream()
                .filter(option -> !option.contains("simpleLogger.log.org.apache"))
                .toList();

        assertThat(logOf(without)).as("what the options are for").contains(LIBRARIES);
        assertThat(logOf(options)).doesNotContain(LIBRARIES, "\tat ");
    }

    private static String logOf(List<String> options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        // Instances have this one only.
        command.add("-Dslf4j.provider=org.slf4j.simple.SimpleServiceProvider");
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), LonelyMain.class.getName()));
        Process instance = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            String log = new String(instance.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(instance.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(log).contains("out of reach");
            return log;
        } finally {
            instance.destroyForcibly();
        }
    }

    /** Looks for ZooKeeper where there is none. */
    static final class LonelyMain {
        private LonelyMain() {}

        public static void main(String[] args) {
            ZooKeeperConfig nowhere =
                    new ZooKeeperConfig("127.0.0.1:1", "c", Duration.ofSeconds(2), Duration.ofSeconds(2));
            try (ZooKeeperCoordinator coordinator = ZooKeeperCoordinator.connect(nowhere, System::nanoTime)) {
                coordinator.members();
            } catch (CoordinatorException e) {
                System.out.println("out of reach");
            }
        }
    }
}
