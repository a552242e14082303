package io.lambdafs.client.tcp;

import com.esotericsoftware.kryonet.Connection;
import io.lambdafs.wire.frame.Challenge;
import io.lambdafs.wire.frame.Frame;
import io.lambdafs.wire.frame.FrameLimits;
import io.lambdafs.wire.frame.Hello;
import io.lambdafs.wire.tls.SealedFrames;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * The encryption of one connection, from the handshake to the instance's proof that it knows the secret. Nothing counts that was not
 * sealed. Read by one thread at a time; written by one at a time, which may be another.
 */
final class SealedConnection {
    /** Sent to have TLS say what it has to say. */
    static final Object HANDSHAKE = new Object();

    private final SealedServer server;
    private volatile @Nullable SealedFrames frames;
    private @Nullable Challenge challenge;

    SealedConnection(SealedServer server) {
        this.server = server;
    }

    /** Whether the handshake is over. */
    boolean isEstablished() {
        SealedFrames begun = frames;
        return begun != null && begun.isEstablished();
    }

    /** Appends what TLS has to say; in its stead this frame, sealed, if somebody has said it already. */
    void proceed(ByteBuffer out, Frame otherwise) throws SSLException {
        int before = out.position();
        begun().proceed(out);
        // A frame has something in it.
        if (out.position() == before) {
            seal(otherwise, out);
        }
    }

    void seal(Frame frame, ByteBuffer out) throws SSLException {
        begun().seal(frame::writeTo, out);
    }

    private SealedFrames begun() throws SSLException {
        SealedFrames begun = frames;
        if (begun == null) {
            throw new SSLException("Nothing can be sent before the instance has begun the handshake");
        }
        return begun;
    }

    /** A connection over which nothing comes costs no engine and no buffers. */
    private SealedFrames begin() {
        SealedFrames begun = frames;
        if (begun == null) {
            begun = server.frames();
            frames = begun;
        }
        return begun;
    }

    /** The frame in the body; without bytes if it was TLS's own. Goes on with the handshake, and challenges after it. */
    ByteBuffer open(ByteBuffer body, Connection connection) throws SSLException {
        SealedFrames begun = begin();
        ByteBuffer frame = begun.open(body);
        for (int i = 0; i < SealedFrames.MAX_HANDSHAKE_RECORDS && begun.wantsToSpeak(); i++) {
            connection.sendTCP(HANDSHAKE);
        }
        if (challenge == null && begun.isEstablished()) {
            challenge = server.challenge();
            connection.setKeepAliveTCP(FrameLimits.KEEP_ALIVE_MILLIS);
            connection.sendTCP(challenge);
        }
        return frame;
    }

    /** Whether the greeting answers the challenge. */
    boolean isProvenBy(Hello hello) {
        return challenge != null && server.proof().isShownBy(hello, challenge);
    }
}
