package io.lambdafs.cli.deploy.kubernetes;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** TLS with certificates and keys in PEM, as Kubernetes has them. */
final class PemIdentity {
    private static final Pattern KEY = Pattern.compile("-----BEGIN (RSA |EC |)PRIVATE KEY-----([^-]+)-----END");
    private static final char[] NO_PASSWORD = {};

    /** In DER: version 0, the algorithm rsaEncryption without parameters. */
    private static final byte[] RSA = {
        2, 1, 0, 0x30, 13, 6, 9, 0x2a, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xf7, 13, 1, 1, 1, 5, 0
    };

    private PemIdentity() {}

    /** Trusts servers with a certificate of these authorities. */
    static SSLContext trusting(String authorities) throws KubernetesAccessException {
        return context(authorities, new KeyManager[0]);
    }

    /** As {@link #trusting}, and shows this certificate. */
    static SSLContext showing(String authorities, String certificate, String key) throws KubernetesAccessException {
        try {
            KeyStore keys = emptyStore();
            keys.setKeyEntry(
                    "client",
                    privateKey(key),
                    NO_PASSWORD,
                    certificates(certificate).toArray(Certificate[]::new));
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(keys, NO_PASSWORD);
            return context(authorities, factory.getKeyManagers());
        } catch (GeneralSecurityException | IOException e) {
            throw malformed(e);
        }
    }

    private static SSLContext context(String authorities, KeyManager[] keys) throws KubernetesAccessException {
        try {
            KeyStore trusted = emptyStore();
            int number = 0;
            for (Certificate each : certificates(authorities)) {
                trusted.setCertificateEntry("authority" + number++, each);
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys, factory.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw malformed(e);
        }
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, NO_PASSWORD);
        return store;
    }

    private static Collection<? extends Certificate> certificates(String pem) throws GeneralSecurityException {
        Collection<? extends Certificate> certificates = CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8)));
        if (certificates.isEmpty()) {
            throw new GeneralSecurityException("there is no certificate");
        }
        return certificates;
    }

    private static PrivateKey privateKey(String pem) throws GeneralSecurityException, KubernetesAccessException {
        Matcher key = KEY.matcher(pem);
        if (!key.find()) {
            throw new GeneralSecurityException("there is no private key");
        }
        byte[] der = Base64.getMimeDecoder().decode(key.group(2));
        return switch (key.group(1)) {
            case "RSA " -> KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(wrapped(der)));
            case "EC " ->
                throw new KubernetesAccessException(
                        "Java reads no key of the form EC PRIVATE KEY: convert it with 'openssl"
                                + " pkcs8 -topk8 -nocrypt', or run 'kubectl proxy' and give --url http://127.0.0.1:8001");
            default -> ofEither(der);
        };
    }

    private static PrivateKey ofEither(byte[] der) throws GeneralSecurityException {
        try {
            return KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(der));
        } catch (InvalidKeySpecException e) {
            return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(der));
        }
    }

    /** The form that Java reads, PKCS #8, of a key in PKCS #1. */
    private static byte[] wrapped(byte[] pkcs1) {
        byte[] key = tagged(4, pkcs1);
        byte[] content = new byte[RSA.length + key.length];
        System.arraycopy(RSA, 0, content, 0, RSA.length);
        System.arraycopy(key, 0, content, RSA.length, key.length);
        return tagged(0x30, content);
    }

    private static byte[] tagged(int tag, byte[] content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        if (content.length < 0x80) {
            out.write(content.length);
        } else if (content.length < 0x100) {
            out.write(0x81);
            out.write(content.length);
        } else {
            out.write(0x82);
            out.write(content.length >> 8);
            out.write(content.length);
        }
        out.writeBytes(content);
        return out.toByteArray();
    }

    private static KubernetesAccessException malformed(Exception cause) {
        return new KubernetesAccessException(
                "the certificates or the key of the cluster cannot be used (" + cause.getMessage()
                        + "): see whether kubectl can, or run 'kubectl proxy' and give --url http://127.0.0.1:8001",
                cause);
    }
}
