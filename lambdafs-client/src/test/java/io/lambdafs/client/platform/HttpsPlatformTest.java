package io.lambdafs.client.platform;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.lambdafs.client.platform.TransportException.Kind;
import io.lambdafs.wire.tls.CertificateAuthority;
import io.lambdafs.wire.tls.Identity;
import io.lambdafs.wire.tls.TlsContexts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A platform that serves HTTPS, and the errors of callers that are not trusted or do not trust it. */
final class HttpsPlatformTest {
    private static final byte[] ONE_FUNCTION = "[{\"name\":\"namenode0\"}]".getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path directory;

    private CertificateAuthority authority;
    private @Nullable HttpServer server;

    @BeforeEach
    void makeAuthority() throws Exception {
        authority = authority("own");
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(0);
        }
    }

    private CertificateAuthority authority(String name) throws Exception {
        Instant now = Instant.now();
        CertificateAuthority made = CertificateAuthority.create(
                name, now.minusSeconds(600), now.plus(Duration.ofDays(1)), new SecureRandom());
        Files.writeString(directory.resolve(name + ".crt"), made.identity().certificatePem());
        return made;
    }

    private Identity certificate(String host, Instant to) throws Exception {
        return authority.issue("platform", List.of(host), Instant.now().minusSeconds(600), to);
    }

    private Identity certificate(String host) throws Exception {
        return certificate(host, Instant.now().plusSeconds(3600));
    }

    private void serve(Identity identity) throws IOException {
        HttpsServer https = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        https.setHttpsConfigurator(new HttpsConfigurator(TlsContexts.server(identity)));
        start(https);
    }

    private void start(HttpServer started) {
        server = started;
        started.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, ONE_FUNCTION.length);
            exchange.getResponseBody().write(ONE_FUNCTION);
            exchange.close();
        });
        started.start();
    }

    private OpenWhiskPlatform platform(String scheme, String trusted) throws IOException {
        return scheme.contains(":")
                ? platform(URI.create(scheme), trusted)
                : platform(
                        URI.create(scheme + "://127.0.0.1:"
                                + requireNonNull(server).getAddress().getPort()),
                        trusted);
    }

    private OpenWhiskPlatform platform(URI address, String trusted) throws IOException {
        PlatformTrust trust = PlatformTrust.in(
                trusted.isEmpty() ? "" : directory.resolve(trusted).toString(), System::nanoTime, warning -> {});
        return new OpenWhiskPlatform(
                address.toString(),
                null,
                new BoundedHttp(4, Duration.ofSeconds(5), trust),
                System::nanoTime,
                millis -> {});
    }

    private static int count(OpenWhiskPlatform platform) throws Exception {
        return platform.count(Duration.ofSeconds(20));
    }

    private static void assertFails(Kind kind, ThrowingCallable call, CharSequence... said) {
        assertThatThrownBy(call)
                .isInstanceOf(TransportException.class)
                .hasMessageContainingAll(said)
                .extracting(failure -> ((TransportException) failure).kind())
                .isEqualTo(kind);
    }

    @Test
    void platformOfTheTrustedAuthority_isAsked() throws Exception {
        serve(certificate("127.0.0.1"));
        assertThat(count(platform("https", "own.crt"))).isEqualTo(1);
    }

    @Test
    void otherAuthority_isFinal_andTheFileIsNamed() throws Exception {
        CertificateAuthority unused = authority("other");
        serve(certificate("127.0.0.1"));
        assertFails(
                Kind.FINAL,
                () -> count(platform("https", "other.crt")),
                "CN=own",
                directory.resolve("other.crt").toString(),
                "security/ca.crt");
    }

    @Test
    void authorityThatJavaDoesNotKnow_isFinal() throws Exception {
        serve(certificate("127.0.0.1"));
        assertFails(Kind.FINAL, () -> count(platform("https", "")), "PKIX");
    }

    @Test
    void certificateOfAnotherHost_isFinal() throws Exception {
        serve(certificate("nn1.example.org"));
        assertFails(Kind.FINAL, () -> count(platform("https", "own.crt")), "127.0.0.1", "--host NAME");
    }

    @Test
    void certificateThatHasEnded_isFinal() throws Exception {
        serve(certificate("127.0.0.1", Instant.now().minusSeconds(60)));
        assertFails(Kind.FINAL, () -> count(platform("https", "own.crt")), "is valid from", "--renew");
    }

    @Test
    void platformWithoutTls_thatSaysSo_isFinal() throws Exception {
        try (ServerSocket plain = answering("HTTP/1.1 400 Bad Request\r\n\r\n")) {
            assertFails(
                    Kind.FINAL,
                    () -> count(platform("https://127.0.0.1:" + plain.getLocalPort(), "own.crt")),
                    "does not speak TLS",
                    "http://");
        }
    }

    @Test
    void platformWithoutTls_thatHangsUp_mayBeOne() throws Exception {
        try (ServerSocket plain = answering("")) {
            assertFails(
                    Kind.LOST,
                    () -> count(platform("https://127.0.0.1:" + plain.getLocalPort(), "own.crt")),
                    "If it does not serve HTTPS, use its http:// address");
        }
    }

    /** Answers the first bytes of each connection with this, and ends it. */
    private static ServerSocket answering(String answer) throws IOException {
        ServerSocket listening = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(() -> answer(listening, answer), "plain-platform");
        thread.setDaemon(true);
        thread.start();
        return listening;
    }

    private static void answer(ServerSocket listening, String answer) {
        while (!listening.isClosed()) {
            try (Socket caller = listening.accept()) {
                int unused = caller.getInputStream().read(new byte[64 * 1024]);
                caller.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
            } catch (IOException closed) {
                // The test is over, or the caller has gone.
            }
        }
    }

    @Test
    void plainAddressOfAPlatformWithTls_saysSo() throws Exception {
        serve(certificate("127.0.0.1"));
        assertFails(Kind.LOST, () -> count(platform("http", "")), "https://", "lambdafs.client.truststore");
    }

    @Test
    void missingTruststore_isNamedWithItsSetting() {
        assertThatThrownBy(() -> PlatformTrust.in("/nonexistent/ca.crt", System::nanoTime, warning -> {}))
                .hasMessageContainingAll("lambdafs.client.truststore", "/nonexistent/ca.crt", "does not exist");
    }
}
