package io.lambdafs.store.rocks.net;

import io.lambdafs.wire.tls.CertificateAuthority;
import io.lambdafs.wire.tls.Identity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** An authority, and the files of an engine that has a certificate of it. */
public final class Certificates {
    private final CertificateAuthority authority;
    private final Path directory;

    private Certificates(CertificateAuthority authority, Path directory) {
        this.authority = authority;
        this.directory = directory;
    }

    /** Another authority each time, with a certificate for an engine at 127.0.0.1, in files of this directory. */
    public static Certificates in(Path directory) {
        return forHost(directory, "127.0.0.1");
    }

    /** The same for an engine at another host. */
    public static Certificates forHost(Path directory, String host) {
        try {
            Instant now = Instant.now();
            CertificateAuthority authority = CertificateAuthority.create(
                    "test authority", now.minusSeconds(60), now.plus(Duration.ofDays(2)), new SecureRandom());
            Certificates made = new Certificates(authority, Files.createDirectories(directory));
            Files.writeString(made.authorities(), authority.identity().certificatePem());
            made.renew(host);
            return made;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Replaces the engine's certificate and key. */
    void renew(String host) throws IOException, GeneralSecurityException {
        Instant now = Instant.now();
        Identity identity =
                authority.issue("engine", List.of(host), now.minusSeconds(60), now.plus(Duration.ofDays(1)));
        replace(key(), identity.keyPem());
        replace(certificate(), identity.certificatePem());
    }

    private static void replace(Path file, String text) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(fresh, text);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** What clients trust. */
    public Path authorities() {
        return directory.resolve("ca.crt");
    }

    /** What the engine shows. */
    public Path certificate() {
        return directory.resolve("engine.crt");
    }

    /** Its private key. */
    public Path key() {
        return directory.resolve("engine.key");
    }

    EngineTls server() throws IOException {
        return EngineTls.ofServer(certificate(), key(), System.err::println);
    }

    EngineTls client() throws IOException {
        return EngineTls.ofClient(authorities(), System.err::println);
    }
}
