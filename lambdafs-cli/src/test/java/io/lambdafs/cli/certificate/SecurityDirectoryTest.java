package io.lambdafs.cli.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.wire.tls.CertificateAuthority;
import io.lambdafs.wire.tls.Identity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is in the directory after each preparation, and the owners of its files. */
final class SecurityDirectoryTest {
    @TempDir
    private Path parent;

    private Instant now = Instant.now();
    private Path path;
    private SecurityDirectory directory;

    @BeforeEach
    void openDirectory() {
        path = parent.resolve("security");
        directory = new SecurityDirectory(path, () -> now);
    }

    @Test
    void emptyDirectory_getsAnAuthorityAndACertificateForEachRole() throws Exception {
        assertThat(directory.prepare(Set.of("nn1.example.org"))).containsExactly(Role.values());
        for (Role role : Role.values()) {
            Identity identity = Identity.read(directory.certificate(role), directory.key(role));
            identity.certificate().verify(authority().getPublicKey());
            assertThat(CertificateNames.of(identity.certificate()))
                    .containsExactlyInAnyOrderElementsOf(
                            role.isServer()
                                    ? List.of("localhost", "127.0.0.1", "0:0:0:0:0:0:0:1", "nn1.example.org")
                                    : List.of());
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rwx------");
        try (Stream<Path> files = Files.list(path)) {
            assertThat(files)
                    .hasSize(2 * (Role.values().length + 1))
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo("rw-------"));
        }
    }

    @Test
    void secondPreparation_changesNothing_andTakesReadableKeysFromOthers() throws Exception {
        directory.prepare(Set.of());
        byte[] before = Files.readAllBytes(directory.key(Role.PLATFORM));
        Files.setPosixFilePermissions(directory.key(Role.PLATFORM), PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(directory.prepare(Set.of())).isEmpty();
        assertThat(directory.key(Role.PLATFORM)).hasBinaryContent(before);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.key(Role.PLATFORM))))
                .isEqualTo("rw-------");
    }

    @Test
    void certificateThatIsAboutToEnd_isRenewed_andTheAuthorityStays() throws Exception {
        directory.prepare(Set.of("nn1.example.org"));
        X509Certificate authority = authority();
        X509Certificate before = directory.read(Role.ENGINE);
        now = before.getNotAfter().toInstant().minus(Duration.ofDays(59));
        assertThat(directory.prepare(Set.of())).containsExactly(Role.values());
        assertThat(directory.read(Role.ENGINE).getNotAfter()).isAfter(before.getNotAfter());
        assertThat(CertificateNames.of(directory.read(Role.ENGINE))).contains("nn1.example.org");
        assertThat(authority()).isEqualTo(authority);
    }

    @Test
    void newHost_renewsServersOnly() throws Exception {
        directory.prepare(Set.of());
        assertThat(directory.prepare(Set.of("10.0.0.7")))
                .contains(Role.PLATFORM)
                .doesNotContain(Role.CLIENT);
        assertThat(directory.prepare(Set.of("10.0.0.7"))).isEmpty();
    }

    @Test
    void renewal_replacesWhatTheAuthorityHasIssued() throws Exception {
        directory.prepare(Set.of());
        X509Certificate before = directory.read(Role.CLIENT);
        assertThat(directory.renew(Set.of())).containsExactly(Role.values());
        assertThat(directory.read(Role.CLIENT)).isNotEqualTo(before);
    }

    @Test
    void certificateOfAnotherIssuer_isLeftAlone() throws Exception {
        directory.prepare(Set.of());
        Identity own = otherAuthority().issue("own", List.of("nn1.example.org"), now, now.plus(Duration.ofDays(3)));
        write(Role.PLATFORM, own);
        assertThat(directory.renew(Set.of())).doesNotContain(Role.PLATFORM).contains(Role.GATEWAY);
        assertThat(directory.read(Role.PLATFORM)).isEqualTo(own.certificate());
    }

    @Test
    void authorityOfTheUser_withoutItsKey_needsAllCertificates() throws Exception {
        Files.createDirectories(path);
        CertificateAuthority authority = otherAuthority();
        Files.writeString(directory.authorities(), authority.identity().certificatePem());
        assertThatThrownBy(() -> directory.prepare(Set.of()))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("platform.crt", "Put a certificate and its key there");
        for (Role role : Role.values()) {
            write(role, authority.issue("own", List.of("127.0.0.1"), now, now.plus(Duration.ofDays(3))));
        }
        assertThat(directory.prepare(Set.of())).isEmpty();
    }

    @Test
    void keyOfAnAuthorityWithoutItsCertificate_isNotOverwritten() throws Exception {
        Files.createDirectories(path);
        Files.writeString(path.resolve("ca.key"), otherAuthority().identity().keyPem());
        assertThatThrownBy(() -> directory.prepare(Set.of())).hasMessageContainingAll("ca.key", "ca.crt");
    }

    @Test
    void textThatIsNoHost_isRefused() {
        assertThatThrownBy(() -> directory.prepare(Set.of("a b"))).hasMessageContainingAll("a b", "nn1.example.org");
    }

    private X509Certificate authority() throws IOException {
        return Identity.read(directory.authorities(), path.resolve("ca.key")).certificate();
    }

    private CertificateAuthority otherAuthority() throws Exception {
        return CertificateAuthority.create("other", now, now.plus(Duration.ofDays(9)), new SecureRandom());
    }

    private void write(Role role, Identity identity) throws Exception {
        Files.writeString(directory.certificate(role), identity.certificatePem());
        Files.writeString(directory.key(role), identity.keyPem());
    }
}
