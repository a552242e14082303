package io.lambdafs.openwhisk.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Strangers that send a part of a request and then nothing: they hold up nobody, and lose their connections. */
final class SlowCallersTest {
    private static final int STRANGERS = 200;
    private static final int BOUND_MILLIS = 60_000;

    @TempDir
    private Path directory;

    private PlatformFixture fixture;
    private final List<Socket> strangers = new ArrayList<>();

    @BeforeEach
    void start() throws Exception {
        fixture = new PlatformFixture(PlatformFixture.config(directory));
    }

    @AfterEach
    void stop() throws Exception {
        for (Socket stranger : strangers) {
            stranger.close();
        }
        fixture.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "P",
                "POST /api/v1/namespaces/_/actions HTTP/1.1\r\nHost: localhost\r\n",
                "POST /api/v1/namespaces/_/actions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n",
                "POST /ping HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n",
                "POST /ping HTTP/1.1\r\nHost: rebound.example\r\nContent-Length: 9\r\n\r\n",
            })
    void moreThanThereAreThreads_holdUpNobody(String part) throws Exception {
        for (int i = 0; i < STRANGERS; i++) {
            strangers.add(stranger(part));
        }
        assertThat(fixture.send("GET", "/actions", "").statusCode()).isEqualTo(200);
    }

    @Test
    void oneAlone_losesItsConnection() throws Exception {
        Socket stranger = stranger("GET /ping HTTP/1.1\r\n");
        strangers.add(stranger);
        assertThat(stranger.getInputStream().read()).isEqualTo(-1);
    }

    private Socket stranger(String part) throws IOException {
        Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), fixture.platform().port());
        socket.setSoTimeout(BOUND_MILLIS);
        socket.getOutputStream().write(part.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }
}
