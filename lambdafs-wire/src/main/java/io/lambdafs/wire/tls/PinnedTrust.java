package io.lambdafs.wire.tls;

import java.net.Socket;
import java.security.MessageDigest;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** Trusts one certificate, which it knows by its SHA-256. Its dates do not matter: it lives as long as its process. */
final class PinnedTrust extends X509ExtendedTrustManager {
    private final byte[] digest;

    PinnedTrust(byte[] digest) {
        this.digest = digest.clone();
    }

    private void check(X509Certificate[] chain) throws CertificateException {
        if (chain.length == 0 || !MessageDigest.isEqual(digest, SealedFrames.digest(chain[0]))) {
            throw new CertificateException("The peer has another certificate than the one that was offered");
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        throw noClient();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        throw noClient();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        throw noClient();
    }

    private static CertificateException noClient() {
        return new CertificateException("Clients show no certificates here");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
