package io.lambdafs.faas;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lambdafs.faas.mount.VolumeMount;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.system.Await;
import io.lambdafs.system.Programs;
import io.lambdafs.system.SharedStack;
import io.lambdafs.system.Stack;
import io.lambdafs.tidy.CheckoutSources;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A volume that is mounted by the command, and programs that know nothing of it. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
final class MountTest {
    private static final Duration BOUND = Duration.ofSeconds(60);

    @TempDir
    private Path directory;

    private Stack stack;
    private String volume;
    private Path mount;
    private Process mounting;

    @BeforeEach
    void mountVolume() throws Exception {
        Optional<String> obstacle = VolumeMount.obstacle();
        assumeTrue(obstacle.isEmpty(), "nothing is mounted: " + obstacle.orElse(""));
        stack = SharedStack.get();
        try (MetadataStore store = stack.openStore()) {
            assumeTrue(store.volumes().isPresent(), "nothing is mounted: this store has no volumes");
        }
        volume = stack.run("volume", "create").strip();
        mount = Files.createDirectory(directory.resolve("mount"));
        mounting = startMount();
    }

    private Process startMount() throws Exception {
        File output = directory.resolve("mounting").toFile();
        ProcessBuilder builder = new ProcessBuilder(
                        CheckoutSources.root().resolve("bin/lambdafs").toString(),
                        "mount",
                        "--data-dir",
                        stack.dataDir().toString(),
                        volume,
                        mount.toString())
                .redirectErrorStream(true)
                .redirectOutput(output);
        builder.environment().put("LAMBDAFS_BUILD", "never");
        Process started = builder.start();
        Await.until("the volume is mounted", BOUND, () -> {
            assertThat(started.isAlive())
                    .as(Files.readString(output.toPath(), UTF_8))
                    .isTrue();
            return Files.readString(output.toPath(), UTF_8).contains("is mounted at");
        });
        return started;
    }

    @AfterEach
    void unmount() throws Exception {
        if (mounting == null) {
            return;
        }
        run(List.of("umount", mount.toString()));
        assertThat(mounting.waitFor(BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();
        stack.run("volume", "delete", volume);
    }

    private record Outcome(int status, String output) {}

    private Outcome run(List<String> command) throws IOException, InterruptedException {
        Path output = Files.createTempFile(directory, "output", "");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return new Outcome(process.exitValue(), Files.readString(output, UTF_8));
    }

    private String function(String command) throws IOException {
        return stack.run("faas", "run", "--volume", volume, "--mount", "/mnt/v", "--", "sh", "-c", command);
    }

    @ParameterizedTest
    @CsvSource({"sh, shell.sh", "git, repository.sh", "sqlite3, database.sh"})
    void program_printsTheSameAsInALocalDirectory(String tool, String script) throws Exception {
        assumeTrue(Programs.isInstalled(tool), script + " is not run: " + tool + " is not on the PATH");
        String program = CheckoutSources.root()
                .resolve("lambdafs-faas/src/test/programs")
                .resolve(script)
                .toString();
        Path local = Files.createDirectory(directory.resolve("local"));
        Path mounted = Files.createDirectory(mount.resolve("mounted"));
        Outcome expected = run(List.of("sh", program, local.toString()));
        Outcome outcome = run(List.of("sh", program, mounted.toString()));
        assertThat(expected.output()).isNotEmpty();
        assertThat(outcome.output().replace(mounted.toString(), "DIR"))
                .isEqualTo(expected.output().replace(local.toString(), "DIR"));
        assertThat(outcome.status()).isEqualTo(expected.status());
    }

    @Test
    void functionsAndTheMount_seeWhatTheOtherHasCommitted() throws Exception {
        assumeTrue(Programs.isInstalled("cc"), "no function is run: there is no C compiler on the PATH");
        Files.writeString(mount.resolve("by-mount"), "hello");
        assertThat(function("cat /mnt/v/by-mount; echo there > /mnt/v/by-function"))
                .isEqualTo("hello");
        assertThat(mount.resolve("by-function")).hasContent("there");
        assertThat(Files.readString(mount.resolve("by-function"))).isEqualTo("there\n");
        function("rm /mnt/v/by-function");
        assertThat(mount.resolve("by-function")).doesNotExist();
        assertThat(Files.getFileStore(mount).name()).isEqualTo("volume" + volume);
    }

    @Test
    void mountThatIsKilled_leavesWholeFiles() throws Exception {
        byte[] old = new byte[100_000];
        Arrays.fill(old, (byte) 'o');
        Files.write(mount.resolve("f"), old);
        try (FileChannel writer =
                FileChannel.open(mount.resolve("f"), StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            assertThat(writer.write(ByteBuffer.wrap(new byte[60_000]))).isEqualTo(60_000);
            assertThat(Files.size(mount.resolve("f"))).isEqualTo(60_000);
            mounting.destroyForcibly();
            assertThat(mounting.waitFor(BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (IOException closed) {
            // The close says that what was written is lost.
            assertThat(closed).hasMessageContaining("not connected");
        }
        run(List.of("umount", "-l", mount.toString()));
        mounting = startMount();
        assertThat(Files.readAllBytes(mount.resolve("f"))).isEqualTo(old);
        Files.writeString(mount.resolve("f"), "x", StandardOpenOption.TRUNCATE_EXISTING);
        assertThat(Files.readString(mount.resolve("f"))).isEqualTo("x");
    }
}
