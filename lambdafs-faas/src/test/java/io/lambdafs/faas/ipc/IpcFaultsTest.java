package io.lambdafs.faas.ipc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What happens to programs when their server is gone, to the server when programs are gone, and to memory of somebody else. */
@Timeout(60)
final class IpcFaultsTest {
    private static final int HANDLES = 20;
    private static final IpcSettings SETTINGS =
            new IpcSettings(4, 16384, HANDLES, 10, Duration.ofNanos(20_000), Duration.ofSeconds(5));

    @TempDir
    private Path scratch;

    private Preload library;

    @BeforeEach
    void buildTheLibrary() throws IOException {
        assumeThat(Preload.compiler())
                .as("no C compiler is on the PATH, so the library for programs cannot be built")
                .isPresent();
        library = Preload.build(Path.of("target/interception"), Preload.compiler());
    }

    private IpcServer start() throws IOException {
        return IpcServer.start(Backend.LOCAL_DIRECTORY.calls(scratch, Backend.MOUNT), Backend.MOUNT, SETTINGS);
    }

    private Process start(Map<String, String> environment, String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        return builder.start();
    }

    private static void awaitReady(BufferedReader output) throws IOException {
        assertThat(output.readLine()).isEqualTo("opened it");
        assertThat(output.readLine()).isEqualTo("ready");
    }

    @Test
    void programWhoseServerIsGone_getsAnError() throws Exception {
        Path program = MachineProgram.compile(scratch, "faults");
        Process process;
        try (IpcServer server = start()) {
            process = start(library.environment(server, Map.of()), program.toString(), "/mnt/v/a");
            awaitReady(process.inputReader(StandardCharsets.UTF_8));
        }
        process.getOutputStream().write('\n');
        process.getOutputStream().close();
        assertThat(process.inputReader(StandardCharsets.UTF_8).readLine())
                .isEqualTo("read(fd, b, sizeof b) = -1 Input/output error");
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void programThatIsKilled_leavesNoOpenFiles() throws Exception {
        Path program = MachineProgram.compile(scratch, "faults");
        try (IpcServer server = start()) {
            for (int i = 0; i < 5; i++) {
                Process process = start(
                        library.environment(server, Map.of()),
                        program.toString(),
                        "/mnt/v/a",
                        String.valueOf(HANDLES - 2));
                awaitReady(process.inputReader(StandardCharsets.UTF_8));
                process.destroyForcibly();
                assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
            }
        }
    }

    @Test
    void moreOpenFilesThanAllowed_areRefused() throws Exception {
        Path program = MachineProgram.compile(scratch, "faults");
        try (IpcServer server = start()) {
            Process process = start(
                    library.environment(server, Map.of()), program.toString(), "/mnt/v/a", String.valueOf(HANDLES - 1));
            BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
            assertThat(output.readLine()).isEqualTo("opened it");
            assertThat(output.readLine()).isEqualTo("open: Too many open files");
            process.destroyForcibly();
        }
    }

    @Test
    void memoryThatOthersCanOpen_isNotAttached() throws Exception {
        try (IpcServer server = start()) {
            Path memory = Path.of(server.environment().get("LAMBDAFS_IPC")).resolve("memory");
            assertThat(Files.getPosixFilePermissions(memory)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
            Files.setPosixFilePermissions(memory, PosixFilePermissions.fromString("rw-r--r--"));
            assertThat(cat(server).output()).contains("belongs to another user, or others may open it");
        }
    }

    @Test
    void memoryOfAnotherUser_isNotAttached() throws Exception {
        try (IpcServer server = start()) {
            Path memory = Path.of(server.environment().get("LAMBDAFS_IPC")).resolve("memory");
            assumeThat((int) Files.getAttribute(memory, "unix:uid"))
                    .as("only root can give a file to another user")
                    .isZero();
            Files.setAttribute(memory, "unix:uid", 1);
            assertThat(cat(server).output()).contains("belongs to another user, or others may open it");
        }
    }

    @Test
    void memoryOfAnotherVersion_isNotAttached() throws Exception {
        try (IpcServer server = start()) {
            Path memory = Path.of(server.environment().get("LAMBDAFS_IPC")).resolve("memory");
            try (var file = new java.io.RandomAccessFile(memory.toFile(), "rw")) {
                file.seek(8);
                file.write(99);
            }
            assertThat(cat(server).output()).contains("of another version of lambdafs");
        }
    }

    private MachineProgram.Outcome cat(IpcServer server) throws Exception {
        Files.writeString(scratch.resolve("a"), "secret");
        MachineProgram.Outcome outcome =
                MachineProgram.run(scratch, List.of("cat", "/mnt/v/a"), library.environment(server, Map.of()));
        assertThat(outcome.output()).contains("Input/output error").doesNotContain("secret");
        assertThat(outcome.exit()).isNotZero();
        return outcome;
    }
}
