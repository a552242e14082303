package io.lambdafs.wire.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSessionContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Certificates in files over real sockets: which peers are trusted, the errors of the others, and that changed files
 * count.
 */
final class TlsContextsTest {
    @TempDir
    private Path directory;

    private final AtomicLong time = new AtomicLong();
    private final List<String> warnings = Collections.synchronizedList(new ArrayList<>());
    private TestCertificates own;

    @BeforeEach
    void makeCertificates() throws Exception {
        own = new TestCertificates(directory, "own");
    }

    private SSLContext server() throws IOException {
        return TlsContexts.server(own.certificate, own.key, time::get, warnings::add);
    }

    private SSLContext client(Path authorities) throws IOException {
        return TlsContexts.client(authorities, time::get, warnings::add);
    }

    private void passSecond() {
        time.addAndGet(Reloaded.LOOK_NANOS);
    }

    @Test
    void ownAuthority_isTrusted_withTls13() throws Exception {
        try (EchoTls server = EchoTls.over(server())) {
            assertThat(server.call(client(own.authorities), "127.0.0.1")
                            .getSession()
                            .getProtocol())
                    .isEqualTo("TLSv1.3");
            assertThat(server.call(client(own.authorities), "localhost").isClosed())
                    .isTrue();
        }
    }

    @Test
    void otherAuthority_isRefused_andTheMessageNamesTheFile() throws Exception {
        TestCertificates other = new TestCertificates(directory, "other");
        try (EchoTls server = EchoTls.over(server())) {
            assertThatThrownBy(() -> server.call(client(other.authorities), "127.0.0.1"))
                    .isInstanceOf(SSLException.class)
                    .satisfies(e -> assertThat(TlsFailure.explain(e, server.address()))
                            .hasValueSatisfying(text -> assertThat(text)
                                    .contains(other.authorities.toString(), "CN=own", "security/ca.crt")));
        }
    }

    @Test
    void otherHost_isRefused_andTheMessageSaysHowToNameIt() throws Exception {
        own.write(own.issue("nn1.example.org"));
        try (EchoTls server = EchoTls.over(server())) {
            assertThatThrownBy(() -> server.call(client(own.authorities), "127.0.0.1"))
                    .satisfies(e -> assertThat(TlsFailure.explain(e, server.address()))
                            .hasValueSatisfying(
                                    text -> assertThat(text).contains("other hosts", "127.0.0.1", "--host NAME")));
        }
    }

    @Test
    void endedCertificate_isRefusedByAServer_andByAClient() throws Exception {
        SSLContext before = server();
        own.write(own.issueEnded());
        assertThatThrownBy(this::server).hasMessageContainingAll(own.certificate.toString(), "only", "--renew");
        passSecond();
        // A server that runs keeps its certificate, and says so.
        try (EchoTls server = EchoTls.over(before)) {
            server.call(client(own.authorities), "127.0.0.1");
        }
        assertThat(warnings).hasSize(1).allSatisfy(text -> assertThat(text).contains("stays in use"));
        Identity ended = own.issueEnded();
        try (EchoTls server = EchoTls.over(TlsContexts.context(new FixedKeys(ended), null))) {
            assertThatThrownBy(() -> server.call(client(own.authorities), "127.0.0.1"))
                    .satisfies(e -> assertThat(TlsFailure.explain(e, server.address()))
                            .hasValueSatisfying(text -> assertThat(text).contains("is valid from", "--renew")));
        }
    }

    @Test
    void plainServer_isToldFromOneWithTls() throws Exception {
        try (EchoTls server = EchoTls.plain()) {
            assertThatThrownBy(() -> server.call(client(own.authorities), "127.0.0.1"))
                    .satisfies(e -> assertThat(TlsFailure.explain(e, server.address()))
                            .hasValueSatisfying(
                                    text -> assertThat(text).contains(server.address() + " does not speak TLS")));
        }
    }

    @Test
    void plainClient_getsNothingThatWasNotEncrypted() throws Exception {
        try (EchoTls server = EchoTls.over(server())) {
            // The one byte is the type of TLS's alert.
            assertThat(server.callPlainly()).isIn(-1, 0x15);
        }
    }

    @Test
    void replacedCertificate_isShownAfterASecond() throws Exception {
        try (EchoTls server = EchoTls.over(server())) {
            X509Certificate before = shown(server);
            Identity next = own.issue("127.0.0.1");
            own.write(next);
            assertThat(shown(server)).isEqualTo(before);
            passSecond();
            assertThat(shown(server)).isEqualTo(next.certificate()).isNotEqualTo(before);
        }
        assertThat(warnings).isEmpty();
    }

    @Test
    void halfReplacedFiles_leaveTheEarlierCertificate_untilTheOtherHalfComes() throws Exception {
        try (EchoTls server = EchoTls.over(server())) {
            X509Certificate before = shown(server);
            Identity next = own.issue("127.0.0.1");
            TestCertificates.replace(own.key, next.keyPem());
            passSecond();
            assertThat(shown(server)).isEqualTo(before);
            assertThat(warnings)
                    .hasSize(1)
                    .allSatisfy(text -> assertThat(text).contains(own.key.toString(), "not the key"));
            TestCertificates.replace(own.certificate, next.certificatePem());
            passSecond();
            assertThat(shown(server)).isEqualTo(next.certificate());
        }
    }

    @Test
    void replacedAuthority_isTrustedAfterASecond_andTheEarlierOneNoMore() throws Exception {
        TestCertificates other = new TestCertificates(directory, "other");
        SSLContext trusting = client(own.authorities);
        try (EchoTls server = EchoTls.over(server())) {
            server.call(trusting, "127.0.0.1");
            TestCertificates.replace(own.authorities, Files.readString(other.authorities));
            own.write(other.issue("127.0.0.1"));
            passSecond();
            assertThat(server.call(trusting, "127.0.0.1").isClosed()).isTrue();
            own.write(own.issue("127.0.0.1"));
            passSecond();
            forgetSessions(trusting);
            assertThatThrownBy(() -> server.call(trusting, "127.0.0.1")).isInstanceOf(SSLException.class);
        }
    }

    /** What a few seconds do, too. */
    private static void forgetSessions(SSLContext context) {
        SSLSessionContext sessions = context.getClientSessionContext();
        assertThat(sessions.getSessionTimeout()).isPositive().isLessThanOrEqualTo(10);
        for (byte[] id : Collections.list(sessions.getIds())) {
            SSLSession session = sessions.getSession(id);
            if (session != null) {
                session.invalidate();
            }
        }
    }

    @Test
    void missingFiles_areNamed() {
        Path missing = directory.resolve("missing.crt");
        assertThatThrownBy(() -> client(missing)).hasMessageContainingAll(missing.toString(), "does not exist", "PEM");
        assertThatThrownBy(() -> TlsContexts.server(own.certificate, missing, time::get, warnings::add))
                .hasMessageContainingAll(missing.toString(), "does not exist");
    }

    @Test
    void keysInOtherForms_areRefusedWithTheCommandThatConvertsThem() throws Exception {
        Files.writeString(own.key, "-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----\n");
        assertThatThrownBy(this::server).hasMessageContaining("openssl pkcs8 -topk8 -nocrypt");
        Files.writeString(own.key, "nothing");
        assertThatThrownBy(this::server).hasMessageContaining("no private key");
        Files.writeString(own.key, "-----BEGIN PRIVATE KEY-----\n????\n-----END PRIVATE KEY-----\n");
        assertThatThrownBy(this::server).hasMessageContaining(own.key.toString());
    }

    private X509Certificate shown(EchoTls server) throws Exception {
        // A context of its own, so that no session is resumed.
        return (X509Certificate)
                server.call(client(own.authorities), "127.0.0.1").getSession().getPeerCertificates()[0];
    }
}
