package io.lambdafs.store.rocks.net;

import static io.lambdafs.store.rocks.net.NetFixture.LONG;
import static io.lambdafs.store.rocks.net.NetFixture.bytes;
import static io.lambdafs.store.rocks.net.NetFixture.client;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Where a server listens, and what is in its way there. */
@Timeout(120)
final class ListeningSocketTest {
    @TempDir
    private Path directory = Path.of("");

    private final NetFixture fixture = new NetFixture();

    @Test
    void socketOfAKilledProcess_isReplaced() throws Exception {
        Path path = directory.resolve("s");
        // Closing the channel leaves the file, as a kill does.
        ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                .bind(UnixDomainSocketAddress.of(path))
                .close();
        assertThat(path).exists();
        try (EngineServer server = fixture.echo(NetFixture.unix(directory));
                EngineClient client = client(server)) {
            assertThat(client.ask(bytes("hello"), LONG)).isEqualTo(bytes("hello"));
        }
        assertThat(path).as("a server that ends removes its socket").doesNotExist();
    }

    @Test
    void secondServer_isRefused_andTheFirstServesOn() throws Exception {
        try (EngineServer first = fixture.echo(NetFixture.unix(directory));
                EngineClient client = client(first)) {
            assertThatIOException()
                    .isThrownBy(() -> fixture.echo(first.address()))
                    .withMessageContaining("another program listens there; stop it, or choose another path");
            assertThat(client(first).ask(bytes("hello"), LONG)).isEqualTo(bytes("hello"));
            assertThat(client.ask(bytes("hello"), LONG)).isEqualTo(bytes("hello"));
        }
    }

    @Test
    void programWithoutTheLock_isFoundToListen() throws Exception {
        Path path = directory.resolve("s");
        try (ServerSocketChannel other = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            other.bind(UnixDomainSocketAddress.of(path));
            assertThatIOException()
                    .isThrownBy(() -> fixture.echo(NetFixture.unix(directory)))
                    .withMessageContaining("another program listens there");
            assertThat(path).exists();
        }
    }

    @Test
    void fileThatIsNoSocket_isLeftAlone() throws Exception {
        Path path = Files.writeString(directory.resolve("s"), "precious");
        assertThatIOException()
                .isThrownBy(() -> fixture.echo(NetFixture.unix(directory)))
                .withMessageContaining("a file that is not a socket has this name");
        assertThat(path).hasContent("precious");
    }

    @Test
    void socketFile_isForItsOwnerOnly() throws Exception {
        try (EngineServer server = fixture.echo(NetFixture.unix(directory))) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(
                            server.address().path().orElseThrow())))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void missingDirectory_isNamed() {
        assertThatIOException()
                .isThrownBy(() -> fixture.echo(NetFixture.unix(directory.resolve("missing"))))
                .withMessageContaining("the directory has to exist and to be writable");
    }

    @Test
    void portThatIsTaken_isNamed() throws Exception {
        try (EngineServer first = fixture.echo(NetFixture.tcp())) {
            assertThat(first.address().toString()).doesNotEndWith(":0");
            assertThatIOException()
                    .isThrownBy(() -> fixture.echo(first.address()))
                    .withMessageContaining(first.address().toString())
                    .withMessageContaining("choose another port");
        }
    }
}
