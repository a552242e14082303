package io.lambdafs.cli.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.cli.network.BindAddress;
import io.lambdafs.cli.secret.SharedSecret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the engine of a stack listens, and its secret. */
final class EngineFilesTest {
    @TempDir
    private Path directory;

    @Test
    void engine_listensAtASocketOfTheStack() {
        EngineFiles files = new EngineFiles(Path.of("/srv/lambdafs"), 25432);
        assertThat(files.listen()).isEqualTo("unix:/srv/lambdafs/run/store.sock");
        assertThat(files.url()).isEqualTo("rocks+unix:/srv/lambdafs/run/store.sock");
        assertThat(files.directory()).isEqualTo(Path.of("/srv/lambdafs/store"));
    }

    @Test
    void pathThatIsTooLongForASocket_makesItAPort() {
        String longest = "/" + "d".repeat(103 - "//run/store.sock".length());
        assertThat(new EngineFiles(Path.of(longest), 25432).hasSocket()).isTrue();
        EngineFiles longer = new EngineFiles(Path.of(longest + "d"), 25432);
        assertThat(longer.hasSocket()).isFalse();
        assertThat(longer.listen()).isEqualTo("127.0.0.1:25432");
        assertThat(longer.url()).isEqualTo("rocks://127.0.0.1:25432");
        // The bound is one of bytes.
        assertThat(new EngineFiles(Path.of(longest.replace("d", "é")), 25432).hasSocket())
                .isFalse();
    }

    @Test
    void engineThatOthersHaveToReach_listensAtTheirAddress() {
        EngineFiles files = new EngineFiles(Path.of("/srv/lambdafs"), new BindAddress("172.17.0.1"), 25432);
        assertThat(files.listen()).isEqualTo("172.17.0.1:25432");
        assertThat(files.url()).isEqualTo("rocks://172.17.0.1:25432");
    }

    @Test
    void secret_isMadeOnceAndItsOwnersOnly() throws IOException {
        Path file = directory.resolve("store.secret");
        SharedSecret secret = new SharedSecret(file);
        assertThatThrownBy(secret::read).isInstanceOf(IOException.class).hasMessageContaining("lambdafs start");

        String made = secret.adopt();

        assertThat(made).matches("[0-9a-f]{64}");
        assertThat(secret.adopt()).isEqualTo(made);
        assertThat(new SharedSecret(directory.resolve("other")).adopt()).isNotEqualTo(made);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(secret.read()).isEqualTo(made);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void somethingElseThanASecret_isSaidToBe() throws IOException {
        Path file = directory.resolve("store.secret");
        Files.writeString(file, "secret\n");
        assertThatThrownBy(() -> new SharedSecret(file).adopt())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("delete it")
                .hasMessageNotContaining("secret\n");
    }
}
