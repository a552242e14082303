package io.lambdafs.cli.certificate;

import io.lambdafs.wire.tls.PemText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;

/** Certificates of authorities in the form in which Hadoop's clients read them: Java's own, from before PKCS #12. */
public final class TrustStore {
    /** Its form, as Hadoop names it. */
    public static final String TYPE = "jks";

    /** What Java asks for to read it. It keeps no secret: certificates are public. */
    public static final String PASSWORD = "lambdafs";

    private TrustStore() {}

    /**
     * The contents of a file with these authorities.
     *
     * @param authorities their certificates in PEM
     * @throws IOException if they cannot be read
     */
    public static byte[] of(Path authorities) throws IOException {
        try {
            KeyStore store = KeyStore.getInstance(TYPE);
            store.load(null, null);
            for (X509Certificate authority : PemText.certificates(Files.readString(authorities))) {
                store.setCertificateEntry("authority" + store.size(), authority);
            }
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            store.store(bytes, PASSWORD.toCharArray());
            return bytes.toByteArray();
        } catch (GeneralSecurityException e) {
            throw new IOException("the certificates in " + authorities + " cannot be used: " + e.getMessage(), e);
        }
    }
}
