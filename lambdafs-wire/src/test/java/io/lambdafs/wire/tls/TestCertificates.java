package io.lambdafs.wire.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** An authority, and files with certificates of it. */
final class TestCertificates {
    final CertificateAuthority authority;
    final Path authorities;
    final Path certificate;
    final Path key;

    /** With a certificate for loopback hosts. */
    TestCertificates(Path directory, String name) throws IOException, GeneralSecurityException {
        Instant now = Instant.now();
        authority = CertificateAuthority.create(
                name, now.minusSeconds(60), now.plus(Duration.ofDays(2)), new SecureRandom());
        authorities = directory.resolve(name + "-ca.crt");
        certificate = directory.resolve(name + ".crt");
        key = directory.resolve(name + ".key");
        replace(authorities, authority.identity().certificatePem());
        write(issue("localhost", "127.0.0.1"));
    }

    Identity issue(String... hosts) throws GeneralSecurityException {
        Instant now = Instant.now();
        return authority.issue("server", List.of(hosts), now.minusSeconds(60), now.plus(Duration.ofDays(1)));
    }

    Identity issueEnded() throws GeneralSecurityException {
        Instant now = Instant.now();
        return authority.issue("server", List.of("127.0.0.1"), now.minusSeconds(120), now.minusSeconds(60));
    }

    void write(Identity identity) throws IOException, GeneralSecurityException {
        replace(key, identity.keyPem());
        replace(certificate, identity.certificatePem());
    }

    static void replace(Path file, String text) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(fresh, text);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
