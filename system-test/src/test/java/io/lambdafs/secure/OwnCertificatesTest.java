package io.lambdafs.secure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Stores;
import io.lambdafs.store.Transaction;
import io.lambdafs.system.Stack;
import io.lambdafs.wire.tls.CertificateAuthority;
import io.lambdafs.wire.tls.Identity;
import io.lambdafs.wire.tls.TlsContexts;
import java.io.IOException;
import java.io.Reader;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A stack in secure mode with certificates of its user's authority, whose engine listens on a TCP port. */
@Tag("long")
@Timeout(240)
final class OwnCertificatesTest {
    private static final String ADDRESS = "127.0.0.2";
    private static final List<String> ROLES =
            List.of("platform", "gateway", "engine", "instance", "datanode", "client");

    @TempDir
    private Path directory;

    private static CertificateAuthority authority(String name) throws Exception {
        Instant now = Instant.now();
        return CertificateAuthority.create(
                name, now.minusSeconds(60), now.plus(Duration.ofDays(800)), new SecureRandom());
    }

    @Test
    void usersAuthority_isThatOfPlatformAndEngine_andNothingOfItIsReplaced() throws Exception {
        CertificateAuthority users = authority("the authority of a user");
        try (Stack stack =
                Stack.unstarted(1, 1, "--secure", "--store", "rocks", "--bind-address", ADDRESS, "--gateway", "off")) {
            Path security = Files.createDirectories(stack.dataDir().resolve("security"));
            Files.writeString(security.resolve("ca.crt"), users.identity().certificatePem());
            for (String role : ROLES) {
                Instant now = Instant.now();
                Identity issued = users.issue(
                        role,
                        List.of("localhost", "127.0.0.1", ADDRESS),
                        now.minusSeconds(60),
                        now.plusSeconds(86_400));
                Files.writeString(security.resolve(role + ".crt"), issued.certificatePem());
                Files.writeString(security.resolve(role + ".key"), issued.keyPem());
            }
            String engine = Files.readString(security.resolve("engine.crt"));

            stack.startAgain();

            stack.run("dfs", "-mkdir", "-p", "/user/alice");
            Path content = Files.writeString(directory.resolve("content"), "of a file");
            stack.run("dfs", "-put", content.toString(), "/user/alice/content");
            assertThat(stack.run("dfs", "-cat", "/user/alice/content")).contains("of a file");
            assertThat(shownByPlatform(stack, security.resolve("ca.crt"))
                            .getIssuerX500Principal()
                            .getName())
                    .contains("the authority of a user");
            engineIsKnownByTheCertificate(stack);

            stack.run("certificates", "--renew");

            assertThat(Files.readString(security.resolve("engine.crt"))).isEqualTo(engine);
            assertThat(security.resolve("ca.key")).doesNotExist();
        }
    }

    private X509Certificate shownByPlatform(Stack stack, Path authorities) throws Exception {
        Path others = Files.writeString(
                directory.resolve("others.crt"), authority("another").identity().certificatePem());
        assertThatThrownBy(() -> shown(stack, others)).isInstanceOf(SSLException.class);
        return shown(stack, authorities);
    }

    private static X509Certificate shown(Stack stack, Path authorities) throws IOException {
        Properties client = new Properties();
        try (Reader in = Files.newBufferedReader(stack.dataDir().resolve("client.properties"))) {
            client.load(in);
        }
        URI url = URI.create(client.getProperty("lambdafs.client.openwhisk.url"));
        assertThat(url.getScheme()).isEqualTo("https");
        try (SSLSocket socket = (SSLSocket) TlsContexts.client(authorities, System::nanoTime, System.err::println)
                .getSocketFactory()
                .createSocket(url.getHost(), url.getPort())) {
            socket.startHandshake();
            return (X509Certificate) socket.getSession().getPeerCertificates()[0];
        }
    }

    private static void engineIsKnownByTheCertificate(Stack stack) throws Exception {
        String ready = Files.readString(stack.dataDir().resolve("logs/store.log"))
                .lines()
                .filter(line -> line.startsWith("ready "))
                .reduce((first, last) -> last)
                .orElseThrow();
        String place = ready.split(" ", -1)[1];
        assertThat(place).startsWith(ADDRESS + ":");
        String authorities =
                "?authorities=" + stack.dataDir().resolve("security").resolve("ca.crt");
        try (MetadataStore store = open(stack, "rocks+tls://" + place + authorities);
                Transaction tx = store.beginRead()) {
            assertThat(tx.inodes().count()).isGreaterThan(1);
        }
        assertThatThrownBy(() -> open(stack, "rocks://" + place))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("takes clients with TLS only");
    }

    private static MetadataStore open(Stack stack, String url) throws IOException {
        String secret = Files.readString(stack.dataDir().resolve("conf/store.secret"));
        return Stores.open(new StoreConfig(url, "", secret, 1, StoreConfig.Bounds.defaults()));
    }
}
