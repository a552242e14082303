package io.lambdafs.store.rocks.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What users write: an engine's address, and the file with the secret. */
final class EngineAddressTest {
    @ParameterizedTest
    @ValueSource(strings = {"unix:/run/store.sock", "localhost:4000", "10.0.0.1:0", "[::1]:65535"})
    void address_isWrittenAsItWasRead(String text) {
        assertThat(EngineAddress.parse(text)).hasToString(text).isEqualTo(EngineAddress.parse(text));
    }

    @ParameterizedTest
    @CsvSource({
        "unix:run/store.sock, the path of the socket is not absolute",
        "unix:, the path of the socket is not absolute",
        "localhost, has no port",
        ":4000, has no port",
        "localhost:port, has a port that is not a number",
        "localhost:, has a port that is not a number",
        "localhost:65536, has a port outside of 0 to 65535",
        "localhost:-1, has a port outside of 0 to 65535",
        "::1:4000, has an IPv6 host without brackets",
        "[]:4000, has no host",
        "//host:4000, has no host",
        "'', has no port"
    })
    void nonsense_isNamed(String text, String message) {
        String address = text == null ? "" : text;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EngineAddress.parse(address))
                .withMessageContaining(message)
                .withMessageContaining("/ABSOLUTE/PATH");
    }

    @Test
    void longestPath_isTheKernels_inBytes() {
        String longest = "/" + "p".repeat(EngineAddress.MOST_PATH_BYTES - 1);
        assertThat(EngineAddress.parse("unix:" + longest).path()).contains(Path.of(longest));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EngineAddress.parse("unix:" + longest + "p"))
                .withMessageContaining("108 bytes")
                .withMessageContaining("107 at most");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EngineAddress.parse("unix:/" + "ä".repeat(54)))
                .withMessageContaining("109 bytes");
    }

    @Test
    void secret_isTheWholeFile_ofASensibleSize(@TempDir Path directory) throws Exception {
        Path file = Files.write(directory.resolve("secret"), new byte[Secret.FEWEST_BYTES]);
        assertThat(Secret.read(file).sign())
                .isEqualTo(Secret.of(new byte[Secret.FEWEST_BYTES]).sign());
        Files.write(file, new byte[Secret.FEWEST_BYTES - 1]);
        assertThatIOException()
                .isThrownBy(() -> Secret.read(file))
                .withMessageContaining("give 16 to 1024 random ones");
        Files.write(file, new byte[Secret.MOST_BYTES + 1]);
        assertThatIOException()
                .isThrownBy(() -> Secret.read(file))
                .withMessageContaining("give 16 to 1024 random ones");
    }
}
