package io.lambdafs.store.rocks.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.rocks.engine.EngineLimits;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A program of which one thread dies ends as a whole, with a status and a sentence, so that its supervisor starts it again. */
@Timeout(60)
final class ServerEndTest {
    private static final Duration SHORT = Duration.ofMillis(50);

    @TempDir
    private Path directory = Path.of("");

    @Test
    void deathOfTheThreadOfTheSockets_endsTheProgram() throws Exception {
        ServerArguments arguments = ServerArguments.parse(ServerFixture.arguments(directory, "127.0.0.1:0"));
        try (StoreServer server = StoreServer.start(arguments, EngineLimits.defaults(), line -> {
                    throw new OutOfMemoryError("no room for a line");
                });
                MetadataStore store =
                        ServerFixture.open(server.address().toString(), ServerFixture.SECRET, Bounds.defaults())) {
            assertThat(store.beginRead().inodes().count()).isEqualTo(1);
            String address = server.address().toString();
            int port = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
            try (Socket stranger = new Socket(InetAddress.getLoopbackAddress(), port)) {
                // Worth a line in the log.
                stranger.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                ByteArrayOutputStream messages = new ByteArrayOutputStream();
                assertThat(StoreServerMain.awaitEnd(server, new PrintStream(messages, true, StandardCharsets.UTF_8)))
                        .isEqualTo(1);
                assertThat(messages.toString(StandardCharsets.UTF_8))
                        .startsWith("lambdafs-store: the thread that serves the store's sockets failed:")
                        .contains("no room for a line");
            }
        }
    }

    @Test
    void closedServer_endsWithoutAFault() throws Exception {
        ServerArguments arguments = ServerArguments.parse(ServerFixture.arguments(directory, "127.0.0.1:0"));
        StoreServer server = StoreServer.start(arguments, EngineLimits.defaults(), System.err::println);
        server.close();
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        assertThat(StoreServerMain.awaitEnd(server, new PrintStream(messages, true, StandardCharsets.UTF_8)))
                .isZero();
        assertThat(messages.size()).isZero();
        StoreException gone = catchThrowableOfType(
                StoreException.class,
                () -> ServerFixture.open(
                                server.address().toString(), ServerFixture.SECRET, new Bounds(SHORT, SHORT, SHORT))
                        .close());
        assertThat(gone.kind()).isEqualTo(Kind.UNAVAILABLE);
    }
}
