package io.lambdafs.openwhisk.action;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.container.FunctionHandler;
import io.lambdafs.container.FunctionResult;
import io.lambdafs.container.InitRequest;
import io.lambdafs.container.Invocation;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Strangers that send a part of a call to an instance and then nothing: they hold up nobody, and lose their connections. Each test
 * waits for its server to lose patience, so they wait together.
 */
@Execution(ExecutionMode.CONCURRENT)
final class SlowStrangersTest {
    private static final int THREADS = 8;
    private static final int STRANGERS = 5 * THREADS;
    private static final int BOUND_MILLIS = 60_000;
    private static final String SECRET = "secret";
    private static final String PROVEN_INIT = "{\"value\":{\"name\":\"n\",\"code\":\"" + SECRET + "\"}}";

    private final List<Socket> strangers = new ArrayList<>();
    private final List<ActionServer> servers = new ArrayList<>();

    @AfterEach
    void stop() throws Exception {
        for (Socket stranger : strangers) {
            stranger.close();
        }
        servers.forEach(ActionServer::close);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "P",
                "POST /run HTTP/1.1\r\nHost: localhost\r\n",
                "POST /run HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n",
                "POST /run HTTP/1.1\r\nHost: localhost\r\nX-Action-Instance: you\r\nContent-Length: 9\r\n\r\n{",
            })
    void moreThanThereAreThreads_holdUpNobody_whoeverShowsTheSecretHow(String part) throws Exception {
        for (InstanceSecret secret :
                List.of(new InstanceSecret("me", ""), new InstanceSecret("", InstanceSecret.sha256(SECRET)))) {
            ActionServer server = start(secret);
            for (int i = 0; i < STRANGERS; i++) {
                strangers.add(stranger(server, part));
            }
            assertThat(init(server)).isEqualTo(200);
        }
    }

    @Test
    void oneAlone_losesItsConnection() throws Exception {
        Socket stranger = stranger(start(new InstanceSecret("me", "")), "POST /run HTTP/1.1\r\n");
        strangers.add(stranger);
        assertThat(stranger.getInputStream().read()).isEqualTo(-1);
    }

    private ActionServer start(InstanceSecret secret) throws IOException {
        FunctionHandler handler = new FunctionHandler() {
            @Override
            public void init(InitRequest request) {
                // It needs nothing.
            }

            @Override
            public FunctionResult run(Invocation activation) {
                return FunctionResult.error("nobody asks for that");
            }
        };
        PrintStream nowhere = new PrintStream(PrintStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        ActionServer server = ActionServer.start(
                new ActionServerConfig("127.0.0.1", 0, THREADS, 4096, secret, false), handler, nowhere, nowhere);
        servers.add(server);
        return server;
    }

    private static int init(ActionServer server) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/init"))
                .header(InstanceSecret.HEADER, "me")
                .POST(BodyPublishers.ofString(PROVEN_INIT))
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).statusCode();
    }

    private static Socket stranger(ActionServer server, String part) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.setSoTimeout(BOUND_MILLIS);
        socket.getOutputStream().write(part.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }
}
