package io.lambdafs.namenode.rpc;

import io.lambdafs.wire.frame.Challenge;
import io.lambdafs.wire.frame.FrameLimits;
import io.lambdafs.wire.frame.Hello;
import io.lambdafs.wire.frame.HelloProof;
import io.lambdafs.wire.tls.SealedFrames;
import io.lambdafs.wire.tls.TlsContexts;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * How an instance shows a client that it knows the offer's secret: over a plain connection by saying it, over an encrypted one by a
 * proof that fits this connection only.
 */
final class Greeting {
    private final ClientOffer offer;
    private final int deployment;
    private final String instance;
    private final Hello plain;
    private final @Nullable SealedFrames sealed;

    /**
     * The greeting over one connection.
     *
     * @throws IllegalArgumentException if the secret cannot be one
     */
    Greeting(ClientOffer offer, int deployment, String instance) {
        this.offer = offer;
        this.deployment = deployment;
        this.instance = instance;
        this.plain = new Hello(deployment, instance, offer.secret());
        this.sealed = offer.isEncrypted() ? sealed(offer.certificate()) : null;
    }

    private static SealedFrames sealed(byte[] certificate) {
        try {
            return SealedFrames.ofClient(TlsContexts.pinned(certificate), FrameLimits.MAX_FRAME_BYTES);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What seals the connection's frames; null for a plain connection. */
    @Nullable
    SealedFrames sealed() {
        return sealed;
    }

    /** What to say as soon as the connection is there, if it is plain. */
    Hello plain() {
        return plain;
    }

    /** What to say to a challenge. */
    Hello answer(Challenge challenge) {
        return new HelloProof(offer.client(), offer.certificate(), offer.secret())
                .hello(challenge, deployment, instance);
    }
}
