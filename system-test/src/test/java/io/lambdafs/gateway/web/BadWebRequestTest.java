package io.lambdafs.gateway.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.system.Gateways;
import io.lambdafs.system.SharedStack;
import io.lambdafs.system.Stack;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** What a web server of a gateway is sent by mistake or by malice gets a clear refusal, and harms nobody else. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class BadWebRequestTest {
    private static final int PATIENCE_MILLIS = 30_000;
    private static final Pattern KEY =
            Pattern.compile("<name>lambdafs.client.openwhisk.auth</name>\\s*<value>([^<]+)</value>");
    /** Longer than a connection may be idle. */
    private static final int SECONDS_OF_PATIENCE = 75;

    private static final String STATUS_OF_ROOT = "/webhdfs/v1/?op=GETFILESTATUS";

    private Stack stack;
    private URI server;
    private long pid;

    @BeforeAll
    void find() throws IOException {
        stack = SharedStack.get();
        server = Gateways.httpAddress(stack, 0);
        pid = stack.pid("gateway0");
    }

    @AfterEach
    void serves() throws IOException {
        assertThat(get(STATUS_OF_ROOT)).startsWith("HTTP/1.1 200").contains("\"DIRECTORY\"");
        assertThat(ProcessHandle.of(pid)).isPresent();
    }

    @Test
    void pathsThatTwoProgramsCouldReadDifferently_areRefusedAsJson() throws IOException {
        for (String path : List.of(
                "/webhdfs/v1/a/%2e%2e/b?op=GETFILESTATUS",
                "/webhdfs/v1/a/..%2fb?op=GETFILESTATUS",
                "/webhdfs/v1/a%2Fb?op=GETFILESTATUS",
                "/webhdfs/v1/a%00b?op=GETFILESTATUS",
                "/webhdfs/v1/%zz?op=GETFILESTATUS",
                "/webhdfs/v1/../../../etc/passwd?op=GETFILESTATUS")) {
            assertRefused(400, get(path));
        }
    }

    @Test
    void filesOfTheMachine_areNotServed() throws IOException {
        for (String path : List.of(
                "/index.html",
                "/README.txt",
                "/static/",
                "/static/README.txt",
                "/logs/",
                "/logs",
                "/prof",
                "/WEB-INF/web.xml",
                "/prof-output-hadoop/",
                "/etc/passwd",
                "/webapps/",
                "/dfshealth.html")) {
            assertRefused(404, get(path));
        }
    }

    @Test
    void passwordsAndKeys_areNotShown() throws IOException {
        Matcher key = KEY.matcher(Files.readString(stack.dataDir().resolve("conf/core-site.xml")));
        assertThat(key.find()).isTrue();
        String settings = get("/conf");
        assertThat(settings).startsWith("HTTP/1.1 200").contains("lambdafs.client.openwhisk.auth");
        assertThat(settings.contains(key.group(1))).as("the key is shown").isFalse();
    }

    /** The name of a web page that its owner has pointed at this machine. */
    @Test
    void unknownHost_isRefused() throws IOException {
        assertRefused(
                403,
                answerTo("GET " + STATUS_OF_ROOT + " HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"));
        assertRefused(
                403,
                answerTo("GET " + STATUS_OF_ROOT
                        + " HTTP/1.1\r\nHost: 127.0.0.1.evil.example:9870\r\nConnection: close\r\n\r\n"));
        assertThat(answerTo("GET " + STATUS_OF_ROOT + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200");
    }

    @Test
    void changeByAPageOfAnotherOrigin_isRefused() throws IOException {
        String put = "PUT /webhdfs/v1/csrf?op=MKDIRS&user.name=" + System.getProperty("user.name") + " HTTP/1.1\r\n";
        assertRefused(403, answerTo(put + host() + "Origin: http://evil.example\r\n\r\n"));
        assertRefused(403, answerTo(put + host() + "Origin: null\r\n\r\n"));
        assertRefused(403, answerTo(put + host() + "Sec-Fetch-Site: cross-site\r\n\r\n"));
        assertRefused(403, answerTo("GET /logLevel?log=a&level=DEBUG HTTP/1.1\r\n" + host() + "Origin: null\r\n\r\n"));
        assertThat(get("/webhdfs/v1/csrf?op=GETFILESTATUS")).startsWith("HTTP/1.1 404");
        assertThat(answerTo(put.replace("csrf", "csrf-own") + host() + "Origin: " + server + "\r\n\r\n"))
                .startsWith("HTTP/1.1 200");
    }

    @Test
    void requestsThatAreTooLong_areRefused() throws IOException {
        assertRefused(414, get("/webhdfs/v1/" + "x".repeat(200_000) + "?op=GETFILESTATUS"));
        assertRefused(
                431,
                answerTo(
                        "GET " + STATUS_OF_ROOT + " HTTP/1.1\r\n" + host() + "X: " + "x".repeat(200_000) + "\r\n\r\n"));
    }

    @Test
    void noise_isRefusedOrEndsTheConnection() throws IOException {
        assertRefused(400, answerTo("NONSENSE\r\n\r\n"));
        assertThat(answerTo("GET / HTTP/7.7\r\n\r\n")).startsWith("HTTP/1.1 505");
        Random random = new Random(1);
        for (int i = 0; i < 20; i++) {
            byte[] noise = new byte[1 + random.nextInt(500)];
            random.nextBytes(noise);
            assertThat(answerTo(new String(noise, StandardCharsets.ISO_8859_1) + "\r\n\r\n\r\n"))
                    .doesNotStartWith("HTTP/1.1 200")
                    .doesNotStartWith("HTTP/1.1 5");
        }
    }

    /** More than the web server has threads. */
    @Test
    void halfRequestsAndSlowReaders_holdUpNobody() throws IOException {
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 100; i++) {
                Socket socket = connected();
                slow.add(socket);
                send(socket, i % 2 == 0 ? "GET /webhdfs/v1/?op=GETFILE" : "GET /jmx HTTP/1.1\r\n" + host() + "\r\n");
            }
            serves();
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    /** A body belongs to a DataNode, so that the gateway does not wait for one. */
    @Test
    void bodyWithoutEnd_isNotReadAndStopsNobody() throws IOException {
        String put = "PUT /webhdfs/v1/body?op=CREATE&user.name=" + System.getProperty("user.name") + " HTTP/1.1\r\n";
        try (Socket socket = connected()) {
            send(socket, put + host() + "Content-Length: 1000000000000\r\n\r\n" + "x".repeat(1_000));
            byte[] begin = socket.getInputStream().readNBytes("HTTP/1.1 307".length());
            assertThat(new String(begin, StandardCharsets.ISO_8859_1)).isEqualTo("HTTP/1.1 307");
        }
        assertRefused(400, answerTo(put + host() + "Content-Length: -1\r\n\r\n"));
        assertThat(get("/webhdfs/v1/body?op=GETFILESTATUS")).startsWith("HTTP/1.1 404");
    }

    /** More clients than the web server has threads, each of which takes a byte per second of a long answer. */
    @Test
    void readersOfAByteEachSecond_holdUpNobody() throws Exception {
        try (SlowReaders readers = SlowReaders.open(server, 100, List.of("/jmx", "/conf", "/prom", "/load"))) {
            for (int second = 0; second < 10; second++) {
                readers.readAByte();
                serves();
                assertThat(get("/functions")).startsWith("HTTP/1.1 200");
            }
        }
    }

    /** Not even such a client, or one that never ends its request, keeps its connection for long. */
    @Test
    @Tag("long")
    void slowReadersAndHalfRequests_areDisconnected() throws Exception {
        try (SlowReaders readers = SlowReaders.open(server, 20, List.of("/jmx"));
                Socket half = connected()) {
            send(half, "GET /webhdfs/v1/?op=GETFILE");
            for (int second = 0; second < SECONDS_OF_PATIENCE; second++) {
                readers.readAByte();
            }
            assertThat(half.getInputStream().read())
                    .as("the end of the connection")
                    .isEqualTo(-1);
            assertThat(readers.readToTheEnd())
                    .as("connections that the server has ended")
                    .isEqualTo(20);
        }
    }

    @Test
    void pagesOfADaemon_areThere() throws IOException {
        assertThat(get("/jmx?qry=java.lang:type=Memory"))
                .startsWith("HTTP/1.1 200")
                .contains("HeapMemoryUsage");
        assertThat(get("/prom")).startsWith("HTTP/1.1 200").contains("# TYPE ");
        assertThat(get("/stacks")).startsWith("HTTP/1.1 200").contains("Process Thread Dump");
        assertThat(get("/logLevel?log=io.lambdafs")).startsWith("HTTP/1.1 200");
    }

    private static void assertRefused(int status, String answer) {
        assertThat(answer).startsWith("HTTP/1.1 " + status).contains("application/json", "\"RemoteException\"");
    }

    private String host() {
        return "Host: " + server.getAuthority() + "\r\nConnection: close\r\n";
    }

    private String get(String path) throws IOException {
        return answerTo("GET " + path + " HTTP/1.1\r\n" + host() + "\r\n");
    }

    /** What is answered before the server ends the connection, which it must in time. */
    private String answerTo(String request) throws IOException {
        try (Socket socket = connected()) {
            send(socket, request);
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (SocketException reset) {
            return "";
        }
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private Socket connected() throws IOException {
        Socket socket = new Socket(server.getHost(), server.getPort());
        socket.setSoTimeout(PATIENCE_MILLIS);
        return socket;
    }
}
