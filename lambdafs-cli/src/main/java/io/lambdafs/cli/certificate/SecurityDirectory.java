package io.lambdafs.cli.certificate;

import static java.util.Objects.requireNonNull;

import io.lambdafs.cli.secret.PrivateFile;
import io.lambdafs.wire.tls.CertificateAuthority;
import io.lambdafs.wire.tls.Identity;
import io.lambdafs.wire.tls.PemText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The directory {@code security} of a stack: the certificate of its authority in {@code ca.crt}, the authority's key in {@code
 * ca.key}, and {@code ROLE.crt} and {@code ROLE.key} for each role, in PEM. All files are their owner's only.
 *
 * <p>An empty directory gets an authority of its own. A user who has another one puts its {@code ca.crt} there before the first
 * start, with {@code ca.key} to have certificates issued, or with the certificates of all roles. A certificate of another issuer is
 * never replaced.
 */
public final class SecurityDirectory {
    private static final Duration AUTHORITY_LIFE = Duration.ofDays(3650);
    private static final Duration LIFE = Duration.ofDays(397);

    /** Of what is left of a certificate's life when it is renewed. */
    private static final Duration RENEWED_BEFORE = Duration.ofDays(60);

    /** The clocks of others may be a little late. */
    private static final Duration SKEW = Duration.ofMinutes(5);

    private static final int TAG_BYTES = 4;
    private static final String AUTHORITY = "ca";

    private final Path directory;
    private final InstantSource clock;
    private final SecureRandom random = new SecureRandom();

    /** The directory at this path, which need not exist. */
    public SecurityDirectory(Path directory, InstantSource clock) {
        this.directory = requireNonNull(directory, "directory").toAbsolutePath().normalize();
        this.clock = requireNonNull(clock, "clock");
    }

    /** The certificates of the authorities that the stack's processes and clients trust. */
    public Path authorities() {
        return certificate(AUTHORITY);
    }

    /** The certificate of a role. */
    public Path certificate(Role role) {
        return certificate(role.text());
    }

    /** The private key of a role. */
    public Path key(Role role) {
        return key(role.text());
    }

    private Path certificate(String name) {
        return directory.resolve(name + ".crt");
    }

    private Path key(String name) {
        return directory.resolve(name + ".key");
    }

    /**
     * Makes what is missing, and renews what ends within two months or does not name one of these hosts. Running processes take up
     * the new files within seconds.
     *
     * @param hosts the names and addresses by which clients know this machine, besides the loopback ones
     * @return the roles that have got a new certificate
     * @throws IOException if a file cannot be used or written; the message says what to do
     */
    public List<Role> prepare(Collection<String> hosts) throws IOException {
        return issue(hosts, false);
    }

    /** As {@link #prepare}; renews also the certificates that need no renewal. */
    public List<Role> renew(Collection<String> hosts) throws IOException {
        return issue(hosts, true);
    }

    private List<Role> issue(Collection<String> hosts, boolean all) throws IOException {
        Files.createDirectories(directory);
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        Optional<CertificateAuthority> authority = authority();
        List<Role> issued = new ArrayList<>();
        for (Role role : Role.values()) {
            PrivateFile.restrict(certificate(role));
            PrivateFile.restrict(key(role));
            if (Files.exists(certificate(role)) && !isOurs(role, authority)) {
                Identity unused = Identity.read(certificate(role), key(role));
            } else if (all || isDue(role, hosts)) {
                issue(role, hosts, requireKey(authority, role));
                issued.add(role);
            }
        }
        return issued;
    }

    /** The authority, if its key is here; a new one if there is nothing at all. */
    private Optional<CertificateAuthority> authority() throws IOException {
        if (!Files.exists(authorities())) {
            if (Files.exists(key(AUTHORITY))) {
                throw new IOException(key(AUTHORITY) + " exists, and the authority's certificate " + authorities()
                        + " does not. Put it there, or delete the key to have another authority made.");
            }
            return Optional.of(create());
        }
        PrivateFile.restrict(authorities());
        PrivateFile.restrict(key(AUTHORITY));
        return Files.exists(key(AUTHORITY))
                ? Optional.of(new CertificateAuthority(Identity.read(authorities(), key(AUTHORITY)), random))
                : Optional.empty();
    }

    /* A name of its own, so that messages tell the authorities of two stacks apart. */
    private CertificateAuthority create() throws IOException {
        byte[] tag = new byte[TAG_BYTES];
        random.nextBytes(tag);
        Instant now = clock.instant();
        try {
            CertificateAuthority made = CertificateAuthority.create(
                    "lambdafs authority " + HexFormat.of().formatHex(tag),
                    now.minus(SKEW),
                    now.plus(AUTHORITY_LIFE),
                    random);
            PrivateFile.write(key(AUTHORITY), made.identity().keyPem());
            PrivateFile.write(authorities(), made.identity().certificatePem());
            return made;
        } catch (GeneralSecurityException e) {
            throw impossible(e);
        }
    }

    private void issue(Role role, Collection<String> hosts, CertificateAuthority authority) throws IOException {
        Instant now = clock.instant();
        Instant end = authority.identity().certificate().getNotAfter().toInstant();
        Instant to = now.plus(LIFE).isBefore(end) ? now.plus(LIFE) : end;
        try {
            Identity identity = authority.issue(
                    "lambdafs " + role.text(), role.isServer() ? names(role, hosts) : Set.of(), now.minus(SKEW), to);
            PrivateFile.write(key(role), identity.keyPem());
            PrivateFile.write(certificate(role), identity.certificatePem());
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage() + ": name hosts as clients know them, such as nn1.example.org", e);
        } catch (GeneralSecurityException e) {
            throw impossible(e);
        }
    }

    private CertificateAuthority requireKey(Optional<CertificateAuthority> authority, Role role) throws IOException {
        return authority.orElseThrow(() -> new IOException(
                certificate(role) + " is missing or about to end, and the authority's key is not here to issue another."
                        + " Put a certificate and its key there, or the authority's key into " + key(AUTHORITY) + "."));
    }

    private boolean isDue(Role role, Collection<String> hosts) throws IOException {
        if (!Files.exists(certificate(role)) || !Files.exists(key(role))) {
            return true;
        }
        X509Certificate certificate = read(role);
        boolean ends =
                certificate.getNotAfter().toInstant().isBefore(clock.instant().plus(RENEWED_BEFORE));
        return ends || (role.isServer() && !CertificateNames.of(certificate).containsAll(names(role, hosts)));
    }

    /** The names that it is to have: those asked for, and those that it has. */
    private Set<String> names(Role role, Collection<String> hosts) throws IOException {
        Set<String> names = new TreeSet<>(List.of("localhost", "127.0.0.1", "0:0:0:0:0:0:0:1"));
        names.addAll(hosts);
        if (Files.exists(certificate(role))) {
            names.addAll(CertificateNames.of(read(role)));
        }
        return names;
    }

    private boolean isOurs(Role role, Optional<CertificateAuthority> authority) throws IOException {
        if (authority.isEmpty()) {
            return false;
        }
        X509Certificate certificate = read(role);
        try {
            certificate.verify(authority.get().identity().certificate().getPublicKey());
            return true;
        } catch (GeneralSecurityException ofAnother) {
            return false;
        }
    }

    /** The certificate of a role that has one. */
    X509Certificate read(Role role) throws IOException {
        try {
            return PemText.certificates(Files.readString(certificate(role))).get(0);
        } catch (GeneralSecurityException e) {
            throw new IOException(
                    certificate(role) + " cannot be used: " + e.getMessage()
                            + ". Delete it to have another one made, or put a certificate in PEM there.",
                    e);
        }
    }

    boolean exists() {
        return Files.exists(authorities());
    }

    private static IOException impossible(GeneralSecurityException cause) {
        return new IOException(
                "This Java cannot make certificates (" + cause.getMessage() + "): use another one", cause);
    }
}
