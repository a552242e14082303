package io.lambdafs.store.rocks.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lambdafs.store.rocks.engine.EngineLimits;
import io.lambdafs.store.rocks.keyvalue.BatchRow;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Encoder;
import io.lambdafs.store.rocks.keyvalue.RocksKeyValues;
import io.lambdafs.store.rocks.keyvalue.RocksLimits;
import io.lambdafs.store.rocks.keyvalue.Table;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each reason why the program cannot start is one sentence that says what to do. */
final class StartFailureTest {
    @TempDir
    private Path directory = Path.of("");

    private String[] arguments() throws IOException {
        return ServerFixture.arguments(directory, "unix:" + directory.resolve("socket"));
    }

    private String failure(String... arguments) {
        StartException failure = catchThrowableOfType(
                StartException.class,
                () -> StoreServer.start(ServerArguments.parse(arguments), EngineLimits.defaults(), line -> {})
                        .close());
        assertThat(failure).isNotNull();
        assertThat(String.valueOf(failure.getMessage())).doesNotContain("\n");
        return String.valueOf(failure.getMessage());
    }

    private static String misuse(String... arguments) {
        return String.valueOf(
                catchThrowableOfType(IllegalArgumentException.class, () -> ServerArguments.parse(arguments))
                        .getMessage());
    }

    @Test
    void dataDirectory_thatIsAFile() throws IOException {
        String[] arguments = arguments();
        Files.writeString(directory.resolve("data"), "");
        assertThat(failure(arguments))
                .contains("cannot make the store's directory")
                .contains("data");
    }

    @Test
    void dataDirectory_thatAnotherEngineHasOpen() throws IOException {
        String[] arguments = arguments();
        try (StoreServer first =
                StoreServer.start(ServerArguments.parse(arguments), EngineLimits.defaults(), line -> {})) {
            assertThat(first.address()).hasToString(arguments[3]);
            String[] second = arguments.clone();
            second[3] = "127.0.0.1:0";
            assertThat(failure(second)).contains("cannot open the store in").contains("data");
        }
    }

    @Test
    void dataDirectory_ofANewerLayout() throws IOException {
        String[] arguments = arguments();
        try (RocksKeyValues tables = RocksKeyValues.open(directory.resolve("data"), RocksLimits.defaults())) {
            Bytes layout = new Encoder().putText("layout").bytes();
            Bytes newer = new Encoder().putByte(99).bytes();
            tables.write(List.of(new BatchRow(Table.META, layout, newer)));
        }
        assertThat(failure(arguments)).contains("layout version 99").contains("use the release that made it");
    }

    @Test
    void dataDirectory_thatIsDamaged() throws IOException {
        String[] arguments = arguments();
        RocksKeyValues.open(directory.resolve("data"), RocksLimits.defaults()).close();
        Files.writeString(directory.resolve("data").resolve("CURRENT"), "garbage\n");
        assertThat(failure(arguments)).contains("cannot open the store in");
    }

    @Test
    void socket_thatIsInUse() throws IOException {
        String[] arguments = arguments();
        try (StoreServer first =
                StoreServer.start(ServerArguments.parse(arguments), EngineLimits.defaults(), line -> {})) {
            assertThat(first.address()).hasToString(arguments[3]);
            String[] second = arguments.clone();
            second[1] = directory.resolve("other").toString();
            assertThat(failure(second)).contains("another program listens there; stop it");
        }
    }

    @Test
    void secret_thatIsMissingEmptyOrOpen() throws IOException {
        String[] arguments = arguments();
        Path secret = directory.resolve("secret");
        Files.writeString(secret, " \n");
        assertThat(failure(arguments)).contains("the secret has 0 bytes");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-r-----"));
        assertThat(failure(arguments)).contains("is open to other users: run chmod 600");
        Files.delete(secret);
        assertThat(failure(arguments)).contains("does not exist: write at least 16");
        Files.createDirectory(
                secret, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        assertThat(failure(arguments)).contains("cannot be read");
    }

    @Test
    void commandLine_thatIsWrong() throws IOException {
        assertThat(misuse()).isEqualTo("--data-dir must be given");
        assertThat(misuse("--data-dir")).isEqualTo("--data-dir needs a value");
        assertThat(misuse("--port", "1")).isEqualTo("unknown option --port");
        assertThat(misuse("--data-dir", "a", "--data-dir", "b")).isEqualTo("--data-dir is given twice");
        assertThat(misuse("--data-dir", "a", "--listen", "here", "--secret-file", "s"))
                .contains("has no port; write HOST:PORT or unix:/ABSOLUTE/PATH");
        assertThat(misuse("--data-dir", "a", "--listen", "unix:/" + "x".repeat(107), "--secret-file", "s"))
                .contains("has 108 bytes");
        assertThat(misuse("--data-dir", "a", "--listen", "h:1", "--secret-file", "s", "--block-cache-mb", "0"))
                .isEqualTo("--block-cache-mb must be between 1 and 1048576, not 0");
        ServerArguments arguments = ServerArguments.parse(new String[] {
            "--data-dir",
            "a",
            "--listen",
            "h:1",
            "--secret-file",
            "s",
            "--write-buffer-mb",
            "9",
            "--block-cache-mb",
            "8"
        });
        assertThat(arguments.limits().blockCacheBytes()).isEqualTo(8L << 20);
        assertThat(arguments.limits().writeBufferBytes()).isEqualTo(9L << 20);
    }

    @Test
    void process_endsWithAStatusAndASentence() throws Exception {
        assertThat(end()).isEqualTo("2: lambdafs-store: --data-dir must be given");
        String[] arguments = arguments();
        Files.writeString(directory.resolve("data"), "");
        assertThat(end(arguments)).startsWith("1: lambdafs-store: cannot make the store's directory");
    }

    private static String end(String... arguments) throws IOException, InterruptedException {
        Process process = StoreProcess.launch(arguments)
                .redirectError(ProcessBuilder.Redirect.PIPE)
                .start();
        String messages = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        // A JVM that takes options from its environment says so before its program says anything.
        return process.waitFor() + ": "
                + messages.lines()
                        .filter(line -> !line.startsWith("Picked up JAVA_TOOL_OPTIONS: "))
                        .findFirst()
                        .orElse("");
    }
}
