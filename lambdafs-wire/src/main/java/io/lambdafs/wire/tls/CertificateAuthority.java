package io.lambdafs.wire.tls;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Issues certificates, with new keys on the curve P-256. Not thread-safe.
 *
 * <p>Java reads certificates and cannot make them. Libraries that do are several times as large as the plugin, in which a client
 * makes one for each of its servers. So the few structures that a certificate has are written here. Java reads each back before it
 * is used.
 */
public final class CertificateAuthority {
    private static final int SERIAL_BITS = 127;
    private static final int KEY_IDENTIFIER_BYTES = 20;
    private static final BigInteger VERSION_3 = BigInteger.valueOf(2);
    private static final byte[] ECDSA_WITH_SHA256 = Der.sequence(Der.identifier(1, 2, 840, 10045, 4, 3, 2));
    private static final byte[] COMMON_NAME = Der.identifier(2, 5, 4, 3);
    private static final byte[] SUBJECT_KEY = Der.identifier(2, 5, 29, 14);
    private static final byte[] KEY_USAGE = Der.identifier(2, 5, 29, 15);
    private static final byte[] ALTERNATIVE_NAMES = Der.identifier(2, 5, 29, 17);
    private static final byte[] BASIC_CONSTRAINTS = Der.identifier(2, 5, 29, 19);
    private static final byte[] AUTHORITY_KEY = Der.identifier(2, 5, 29, 35);
    private static final byte[] EXTENDED_KEY_USAGE = Der.identifier(2, 5, 29, 37);
    private static final byte[] SERVER = Der.identifier(1, 3, 6, 1, 5, 5, 7, 3, 1);
    private static final byte[] CLIENT = Der.identifier(1, 3, 6, 1, 5, 5, 7, 3, 2);

    /** What Java would not look up as a name. */
    private static final Pattern ADDRESS = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|[0-9a-fA-F]*:[0-9a-fA-F:.]*");

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_]([A-Za-z0-9_.-]{0,252}[A-Za-z0-9_])?");
    private static final int DNS_NAME = 2;
    private static final int IP_ADDRESS = 7;

    private final Identity identity;
    private final SecureRandom random;

    /** The authority with this identity. */
    public CertificateAuthority(Identity identity, SecureRandom random) {
        this.identity = identity;
        this.random = random;
    }

    /**
     * A new authority.
     *
     * @param name its common name
     * @param from when its certificate becomes valid; to whole seconds
     * @param to when it ends
     */
    public static CertificateAuthority create(String name, Instant from, Instant to, SecureRandom random)
            throws GeneralSecurityException {
        KeyPair keys = keys(random);
        byte[] extensions = Der.sequence(
                critical(BASIC_CONSTRAINTS, Der.sequence(Der.yes(), Der.integer(BigInteger.ZERO))),
                // To sign certificates and lists of revoked ones.
                critical(KEY_USAGE, Der.bits(1, new byte[] {0x06})),
                extension(SUBJECT_KEY, Der.octets(identifier(keys.getPublic()))));
        byte[] subject = name(name);
        byte[] body = body(serial(random), subject, subject, validity(from, to), keys.getPublic(), extensions);
        return new CertificateAuthority(
                new Identity(keys.getPrivate(), Collections.singletonList(signed(body, keys.getPrivate()))), random);
    }

    /** Its own certificate and key. */
    public Identity identity() {
        return identity;
    }

    /**
     * Issues a certificate to a new key.
     *
     * @param name its common name
     * @param hosts the names and addresses of a server; empty for a client
     * @param from when it becomes valid; to whole seconds
     * @param to when it ends
     * @throws IllegalArgumentException if a host is neither a name nor an address
     */
    public Identity issue(String name, Collection<String> hosts, Instant from, Instant to)
            throws GeneralSecurityException {
        KeyPair keys = keys(random);
        byte[] extensions = leafExtensions(keys.getPublic(), keyIdentifier(), hosts);
        byte[] issuer = identity.certificate().getSubjectX500Principal().getEncoded();
        byte[] body = body(serial(random), issuer, name(name), validity(from, to), keys.getPublic(), extensions);
        return new Identity(keys.getPrivate(), Collections.singletonList(signed(body, identity.key())));
    }

    /**
     * A certificate that vouches for itself, for peers that know it by its digest.
     *
     * @param name its common name
     * @param from when it becomes valid; to whole seconds
     * @param to when it ends
     */
    public static Identity selfSigned(String name, Instant from, Instant to, SecureRandom random)
            throws GeneralSecurityException {
        KeyPair keys = keys(random);
        byte[] extensions = leafExtensions(keys.getPublic(), new byte[0], Collections.emptyList());
        byte[] subject = name(name);
        byte[] body = body(serial(random), subject, subject, validity(from, to), keys.getPublic(), extensions);
        return new Identity(keys.getPrivate(), Collections.singletonList(signed(body, keys.getPrivate())));
    }

    /** How certificates name this authority's key; empty if its certificate names it in another way than certificates made here. */
    private byte[] keyIdentifier() throws GeneralSecurityException {
        byte[] identifier = identifier(identity.certificate().getPublicKey());
        byte[] named = identity.certificate().getExtensionValue("2.5.29.14");
        return Arrays.equals(named, Der.octets(Der.octets(identifier))) ? identifier : new byte[0];
    }

    private static byte[] leafExtensions(PublicKey key, byte[] issuer, Collection<String> hosts)
            throws GeneralSecurityException {
        List<byte[]> extensions = new ArrayList<>();
        extensions.add(critical(BASIC_CONSTRAINTS, Der.sequence()));
        // To sign handshakes.
        extensions.add(critical(KEY_USAGE, Der.bits(7, new byte[] {(byte) 0x80})));
        extensions.add(
                extension(EXTENDED_KEY_USAGE, hosts.isEmpty() ? Der.sequence(CLIENT) : Der.sequence(SERVER, CLIENT)));
        extensions.add(extension(SUBJECT_KEY, Der.octets(identifier(key))));
        if (issuer.length > 0) {
            extensions.add(extension(AUTHORITY_KEY, Der.sequence(Der.field(0, issuer))));
        }
        if (!hosts.isEmpty()) {
            extensions.add(extension(ALTERNATIVE_NAMES, Der.sequence(alternativeNames(hosts))));
        }
        return Der.sequence(extensions.toArray(new byte[0][]));
    }

    private static byte[][] alternativeNames(Collection<String> hosts) {
        return hosts.stream().map(CertificateAuthority::alternativeName).toArray(byte[][]::new);
    }

    private static byte[] alternativeName(String host) {
        try {
            if (ADDRESS.matcher(host).matches()) {
                return Der.field(IP_ADDRESS, InetAddress.getByName(host).getAddress());
            }
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(host + " is not the address of a host", e);
        }
        if (!NAME.matcher(host).matches()) {
            throw new IllegalArgumentException(host + " is neither the name nor the address of a host");
        }
        return Der.field(DNS_NAME, host.getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] body(
            BigInteger serial, byte[] issuer, byte[] subject, byte[] validity, PublicKey key, byte[] extensions) {
        return Der.sequence(
                Der.fieldOf(0, Der.integer(VERSION_3)),
                Der.integer(serial),
                ECDSA_WITH_SHA256,
                issuer,
                validity,
                subject,
                key.getEncoded(),
                Der.fieldOf(3, extensions));
    }

    private static byte[] validity(Instant from, Instant to) {
        return Der.sequence(Der.time(from), Der.time(to));
    }

    private static X509Certificate signed(byte[] body, PrivateKey key) throws GeneralSecurityException {
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(key);
        signature.update(body);
        byte[] certificate = Der.sequence(body, ECDSA_WITH_SHA256, Der.bits(0, signature.sign()));
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(certificate));
    }

    private static byte[] name(String commonName) {
        return Der.sequence(Der.set(Der.sequence(COMMON_NAME, Der.text(commonName))));
    }

    private static byte[] critical(byte[] identifier, byte[] value) {
        return Der.sequence(identifier, Der.yes(), Der.octets(value));
    }

    private static byte[] extension(byte[] identifier, byte[] value) {
        return Der.sequence(identifier, Der.octets(value));
    }

    private static byte[] identifier(PublicKey key) throws GeneralSecurityException {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(key.getEncoded());
        return Arrays.copyOf(digest, KEY_IDENTIFIER_BYTES);
    }

    private static KeyPair keys(SecureRandom random) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"), random);
        return generator.generateKeyPair();
    }

    /** Positive, and not zero. */
    private static BigInteger serial(SecureRandom random) {
        return new BigInteger(SERIAL_BITS, random).setBit(0);
    }
}
