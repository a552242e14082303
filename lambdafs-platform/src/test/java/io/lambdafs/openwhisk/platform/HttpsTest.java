package io.lambdafs.openwhisk.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.wire.tls.CertificateAuthority;
import io.lambdafs.wire.tls.Identity;
import io.lambdafs.wire.tls.TlsContexts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The REST interface over TLS: which callers get through, and that strangers and new certificates hold up nobody. */
final class HttpsTest {
    private static final int STRANGERS = 1_000;
    private static final int CALLERS = 4;

    /** The type of a handshake's record, a version, and a length of which nothing follows. */
    private static final byte[] HALF_A_HANDSHAKE = {0x16, 3, 1, 1, 0, 1};

    @TempDir
    private Path directory;

    private CertificateAuthority authority;
    private LocalPlatform platform;
    private final List<Socket> strangers = new ArrayList<>();

    @BeforeEach
    void start() throws Exception {
        Instant now = Instant.now();
        authority = CertificateAuthority.create(
                "own", now.minusSeconds(60), now.plus(Duration.ofDays(2)), new SecureRandom());
        Files.writeString(file("ca.crt"), authority.identity().certificatePem());
        write(certificate());
        platform = LocalPlatform.start(PlatformConfig.defaults(directory.resolve("data"))
                .withHttps(
                        new HttpsFiles(file("p.crt").toString(), file("p.key").toString())));
    }

    @AfterEach
    void stop() throws Exception {
        for (Socket stranger : strangers) {
            stranger.close();
        }
        platform.close();
    }

    private Path file(String name) {
        return directory.resolve(name);
    }

    private Identity certificate() throws Exception {
        Instant now = Instant.now();
        return authority.issue(
                "platform", List.of("127.0.0.1", "localhost"), now.minusSeconds(60), now.plus(Duration.ofDays(1)));
    }

    private void write(Identity identity) throws Exception {
        replace(file("p.key"), identity.keyPem());
        replace(file("p.crt"), identity.certificatePem());
    }

    private static void replace(Path file, String text) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(fresh, text);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private HttpClient client() throws IOException {
        return client(TlsContexts.client(file("ca.crt"), System::nanoTime, warning -> {}), TlsContexts.VERSION);
    }

    private static HttpClient client(SSLContext context, String version) {
        SSLParameters parameters = new SSLParameters();
        parameters.setProtocols(new String[] {version});
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(context)
                .sslParameters(parameters)
                .connectTimeout(Duration.ofSeconds(30))
                .build();
    }

    private SSLSession ping(HttpClient client) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(platform.uri().resolve("/ping"))
                .timeout(Duration.ofSeconds(60))
                .build();
        var response = client.send(request, BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(200);
        return response.sslSession().orElseThrow();
    }

    @Test
    void ownAuthority_getsAnswersOverTls13_andNobodyElse() throws Exception {
        assertThat(platform.uri().getScheme()).isEqualTo("https");
        assertThat(ping(client()).getProtocol()).isEqualTo("TLSv1.3");
        SSLContext ofJava = SSLContext.getDefault();
        assertThatThrownBy(() -> ping(client(ofJava, "TLSv1.3"))).isInstanceOf(IOException.class);
        SSLContext own = TlsContexts.client(file("ca.crt"), System::nanoTime, warning -> {});
        assertThatThrownBy(() -> ping(client(own, "TLSv1.2"))).isInstanceOf(IOException.class);
    }

    @Test
    void plainRequest_isNotAnswered() throws Exception {
        try (Socket plain =
                stranger("GET /ping HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII))) {
            byte[] answer = plain.getInputStream().readAllBytes();
            assertThat(new String(answer, StandardCharsets.ISO_8859_1)).doesNotContain("HTTP", "200");
        }
    }

    @Test
    void strangersThatNeverFinishTheirHandshake_keepNobodyOut() throws Exception {
        HttpClient client = client();
        for (int i = 0; i < STRANGERS; i++) {
            strangers.add(stranger(i % 2 == 0 ? HALF_A_HANDSHAKE : new byte[0]));
        }
        ping(client);
        assertThat(strangers.get(0).getInputStream().read()).isEqualTo(-1);
    }

    @Test
    void certificateThatIsReplacedUnderLoad_losesNoRequest() throws Exception {
        X509Certificate before = (X509Certificate) ping(client()).getPeerCertificates()[0];
        AtomicBoolean over = new AtomicBoolean();
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
        try {
            List<CompletableFuture<Integer>> calls = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                calls.add(CompletableFuture.supplyAsync(() -> callUntil(over), callers));
            }
            Identity next = certificate();
            write(next);
            awaitShown(next.certificate());
            over.set(true);
            for (CompletableFuture<Integer> call : calls) {
                assertThat(call.join()).isPositive();
            }
            assertThat(next.certificate()).isNotEqualTo(before);
        } finally {
            over.set(true);
            callers.shutdownNow();
        }
    }

    /** Each request has a connection of its own; the first one that fails is an error. */
    private int callUntil(AtomicBoolean over) {
        try {
            int calls = 0;
            for (; !over.get() || calls == 0; calls++) {
                ping(client());
            }
            return calls;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private void awaitShown(X509Certificate wanted) throws Exception {
        for (int i = 0; i < 600; i++) {
            if (ping(client()).getPeerCertificates()[0].equals(wanted)) {
                return;
            }
            Thread.sleep(50);
        }
        throw new AssertionError("the platform does not show its new certificate");
    }

    @Test
    void unusableFiles_areSaidAtTheStart() throws Exception {
        PlatformConfig config = PlatformConfig.defaults(directory.resolve("other"))
                .withHttps(
                        new HttpsFiles(file("p.crt").toString(), file("missing").toString()));
        assertThatThrownBy(() -> LocalPlatform.start(config)).hasMessageContainingAll("missing", "does not exist");
        assertThatThrownBy(() -> new HttpsFiles("a", "")).hasMessageContaining("set both or none");
    }

    private Socket stranger(byte[] first) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), platform.port());
        socket.setSoTimeout(60_000);
        socket.getOutputStream().write(first);
        return socket;
    }
}
