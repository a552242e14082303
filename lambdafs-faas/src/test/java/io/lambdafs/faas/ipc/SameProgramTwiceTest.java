package io.lambdafs.faas.ipc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs that know nothing of volumes print the same on a local directory and below a mount that is nowhere on disk. */
@Timeout(120)
final class SameProgramTwiceTest {
    private static final String LOCAL = "LOCAL_DIRECTORY";
    private static final String VOLUME = "VOLUME";

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

    @ParameterizedTest
    @CsvSource({
        "contents," + LOCAL,
        "names," + LOCAL,
        "processes," + LOCAL,
        "contents," + VOLUME,
        "names," + VOLUME,
        "processes," + VOLUME
    })
    void programInC(String name, Backend backend) throws Exception {
        Path program = MachineProgram.compile(scratch, name);
        assertSame(backend, List.of(program.toString()));
    }

    @ParameterizedTest
    @CsvSource({
        "sh," + LOCAL,
        "sh," + VOLUME,
        "bash," + LOCAL,
        "bash," + VOLUME,
    })
    void shell(String shell, Backend backend) throws Exception {
        assumeThat(MachineProgram.isInstalled(shell))
                .as(shell + " is not installed")
                .isTrue();
        assertSame(backend, List.of(shell, script("shell.sh")));
    }

    @ParameterizedTest
    @CsvSource({LOCAL, VOLUME})
    void git(Backend backend) throws Exception {
        assumeThat(MachineProgram.isInstalled("git")).as("git is not installed").isTrue();
        assertSame(backend, List.of("sh", script("repository.sh")));
    }

    @ParameterizedTest
    @CsvSource({LOCAL, VOLUME})
    void shellOfSqlite(Backend backend) throws Exception {
        assumeThat(MachineProgram.isInstalled("sqlite3"))
                .as("sqlite3 is not installed")
                .isTrue();
        assertSame(backend, List.of("sh", script("database.sh")));
    }

    @ParameterizedTest
    @CsvSource({LOCAL, VOLUME})
    void python(Backend backend) throws Exception {
        assumeThat(MachineProgram.isInstalled("python3"))
                .as("python3 is not installed")
                .isTrue();
        assertSame(backend, List.of("python3", script("files.py")));
    }

    private static String script(String name) {
        return Path.of("src/test/programs").toAbsolutePath().resolve(name).toString();
    }

    private void assertSame(Backend backend, List<String> command) throws Exception {
        Path plain = Files.createDirectory(scratch.resolve("plain"));
        MachineProgram.Outcome expected = MachineProgram.run(scratch, with(command, plain.toString()), Map.of());
        String output = expected.output().replace(plain.toString(), Backend.MOUNT);
        assertThat(output).as("the program itself").isNotEmpty();
        Path behind = Files.createDirectory(scratch.resolve("behind"));
        IpcSettings settings =
                new IpcSettings(10, 256 << 10, 1024, 100, Duration.ofNanos(20_000), Duration.ofSeconds(20));
        try (IpcServer server = IpcServer.start(backend.calls(behind, Backend.MOUNT), Backend.MOUNT, settings)) {
            MachineProgram.Outcome outcome =
                    MachineProgram.run(scratch, with(command, Backend.MOUNT), library.environment(server, Map.of()));
            assertThat(outcome.output()).isEqualTo(output);
            assertThat(outcome.exit()).isEqualTo(expected.exit());
        }
    }

    private static List<String> with(List<String> command, String directory) {
        List<String> all = new ArrayList<>(command);
        all.add(directory);
        return all;
    }
}
