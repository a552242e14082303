package io.lambdafs.client.tcp;

import io.lambdafs.wire.frame.Challenge;
import io.lambdafs.wire.frame.FrameLimits;
import io.lambdafs.wire.frame.HelloProof;
import io.lambdafs.wire.tls.CertificateAuthority;
import io.lambdafs.wire.tls.Identity;
import io.lambdafs.wire.tls.SealedFrames;
import io.lambdafs.wire.tls.TlsContexts;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import javax.net.ssl.SSLContext;

/**
 * What a server for encrypted connections has. Its certificate lives as long as the server, and instances know it by
 * its digest. It also has the way in which instances prove that they know the secret.
 */
final class SealedServer {
    /** Nobody looks at the dates of a certificate that is known by its digest. */
    private static final Duration LIFE = Duration.ofDays(3650);

    private final SSLContext context;
    private final byte[] certificate;
    private final HelloProof proof;
    private final SecureRandom random = new SecureRandom();

    /** With a new key and certificate. */
    SealedServer(UUID client, byte[] secret) throws IOException {
        Instant now = Instant.now();
        try {
            Identity identity = CertificateAuthority.selfSigned(
                    "lambdafs client", now.minus(Duration.ofDays(1)), now.plus(LIFE), random);
            this.context = TlsContexts.server(identity);
            this.certificate = SealedFrames.digest(identity.certificate());
        } catch (GeneralSecurityException e) {
            throw new IOException("This Java cannot make a certificate: " + e.getMessage(), e);
        }
        this.proof = new HelloProof(client, certificate, secret);
    }

    /** The SHA-256 of the certificate. */
    byte[] certificate() {
        return certificate.clone();
    }

    HelloProof proof() {
        return proof;
    }

    /** What seals the frames of a new connection. */
    SealedFrames frames() {
        return SealedFrames.ofServer(context, FrameLimits.MAX_FRAME_BYTES);
    }

    Challenge challenge() {
        byte[] nonce = new byte[Challenge.NONCE_BYTES];
        random.nextBytes(nonce);
        return new Challenge(nonce);
    }
}
