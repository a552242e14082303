package io.lambdafs.wire.tls;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Certificates and private keys in PEM. */
public final class PemText {
    private static final Pattern KEY = Pattern.compile("-----BEGIN ([A-Z ]*)PRIVATE KEY-----([^-]+)-----END");
    private static final int LINE_CHARS = 64;

    private PemText() {}

    /**
     * The certificates of the text, in its order.
     *
     * @throws GeneralSecurityException if there is none, or something else
     */
    public static List<X509Certificate> certificates(String pem) throws GeneralSecurityException {
        List<X509Certificate> certificates = new ArrayList<>();
        CertificateFactory factory = CertificateFactory.getInstance("X.509");
        byte[] bytes = pem.getBytes(StandardCharsets.UTF_8);
        for (Certificate certificate : factory.generateCertificates(new ByteArrayInputStream(bytes))) {
            certificates.add((X509Certificate) certificate);
        }
        if (certificates.isEmpty()) {
            throw new GeneralSecurityException(
                    "it has no certificate: a text that begins with" + " -----BEGIN CERTIFICATE----- is expected");
        }
        return certificates;
    }

    /**
     * The first private key of the text, of RSA or of an elliptic curve.
     *
     * @throws GeneralSecurityException if there is none, or one in another form than PKCS #8
     */
    public static PrivateKey privateKey(String pem) throws GeneralSecurityException {
        Matcher key = KEY.matcher(pem);
        if (!key.find()) {
            throw new GeneralSecurityException(
                    "it has no private key: a text that begins with" + " -----BEGIN PRIVATE KEY----- is expected");
        }
        if (!key.group(1).isEmpty()) {
            throw new GeneralSecurityException(
                    "its private key is encrypted or in another form than PKCS #8: convert it"
                            + " with 'openssl pkcs8 -topk8 -nocrypt'");
        }
        byte[] der;
        try {
            der = Base64.getMimeDecoder().decode(key.group(2));
        } catch (IllegalArgumentException e) {
            throw new GeneralSecurityException("its private key is damaged", e);
        }
        try {
            return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(der));
        } catch (InvalidKeySpecException e) {
            return KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(der));
        }
    }

    /**
     * A text of this type, such as {@code CERTIFICATE}.
     *
     * @param der what it stands for
     */
    public static String of(String type, byte[] der) {
        String body = Base64.getMimeEncoder(LINE_CHARS, new byte[] {'\n'}).encodeToString(der);
        return "-----BEGIN " + type + "-----\n" + body + "\n-----END " + type + "-----\n";
    }
}
