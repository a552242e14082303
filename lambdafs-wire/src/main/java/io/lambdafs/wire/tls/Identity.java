package io.lambdafs.wire.tls;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.List;

/** A certificate with those of its issuers, and its private key. */
public final class Identity {
    private static final byte[] PROBE = "lambdafs".getBytes(StandardCharsets.UTF_8);

    private final PrivateKey key;
    private final X509Certificate[] chain;

    /**
     * An identity.
     *
     * @param chain the certificate of the key, then those of its issuers; at least one
     * @throws GeneralSecurityException if the key is not that of the first certificate
     */
    public Identity(PrivateKey key, List<X509Certificate> chain) throws GeneralSecurityException {
        this.key = key;
        this.chain = chain.toArray(new X509Certificate[0]);
        requireSame(key, this.chain[0].getPublicKey());
    }

    /**
     * The identity in these files.
     *
     * @throws IOException if they cannot be used; the message says why, and what to do
     */
    public static Identity read(Path certificate, Path key) throws IOException {
        List<X509Certificate> chain = TrustedAuthorities.certificates(certificate);
        try {
            String pem = new String(Files.readAllBytes(key), StandardCharsets.UTF_8);
            Identity identity = new Identity(PemText.privateKey(pem), chain);
            chain.get(0).checkValidity();
            return identity;
        } catch (CertificateExpiredException | CertificateNotYetValidException e) {
            throw new IOException(
                    "The certificate in " + certificate + " is valid from "
                            + chain.get(0).getNotBefore().toInstant() + " to "
                            + chain.get(0).getNotAfter().toInstant()
                            + " only. Renew it with 'lambdafs certificates --renew', or put a valid one there.",
                    e);
        } catch (IOException | GeneralSecurityException e) {
            throw new IOException(
                    "The private key in " + key + " cannot be used: " + TlsFailure.reason(e)
                            + ". Put the key of the certificate in " + certificate + " there, readable for this user.",
                    e);
        }
    }

    PrivateKey key() {
        return key;
    }

    /** The certificate. */
    public X509Certificate certificate() {
        return chain[0];
    }

    /** The certificate and those of its issuers, in PEM. */
    public String certificatePem() throws GeneralSecurityException {
        StringBuilder pem = new StringBuilder();
        for (X509Certificate certificate : chain) {
            pem.append(PemText.of("CERTIFICATE", certificate.getEncoded()));
        }
        return pem.toString();
    }

    /** The private key, in PKCS #8 and PEM. */
    public String keyPem() {
        return PemText.of("PRIVATE KEY", key.getEncoded());
    }

    X509Certificate[] chain() {
        return chain.clone();
    }

    private static void requireSame(PrivateKey key, PublicKey known) throws GeneralSecurityException {
        String algorithm = "SHA256with" + (key.getAlgorithm().equals("EC") ? "ECDSA" : key.getAlgorithm());
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(key);
        signature.update(PROBE);
        byte[] signed = signature.sign();
        if (known.getAlgorithm().equals(key.getAlgorithm())) {
            signature.initVerify(known);
            signature.update(PROBE);
            if (signature.verify(signed)) {
                return;
            }
        }
        throw new GeneralSecurityException("it is not the key of the certificate");
    }
}
