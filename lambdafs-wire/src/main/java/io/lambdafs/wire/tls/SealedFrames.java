package io.lambdafs.wire.tls;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;

/**
 * One end of a TLS 1.3 connection whose records travel as the bodies of frames, whole records in each.
 *
 * <p>The library that carries frames reads and writes its sockets itself, and leaves to others only what is in a frame. So the
 * library's lengths stay readable and everything in the frames is sealed. One thread may seal while another opens. Threads that
 * seal take turns: what is sealed first must be sent first. The library sees to that, because it asks for a frame's bytes while it
 * holds the connection's lock for writing.
 *
 * <p>A peer that breaks the protocol, or ends it, gets an exception thrown here, upon which the connection is to be closed. TLS 1.3
 * has no renegotiation. The end of the connection without a word is no loss, because frames and their messages have lengths.
 */
public final class SealedFrames {
    /** After how many records of a handshake an end may give up. */
    public static final int MAX_HANDSHAKE_RECORDS = 16;

    /** How many bytes of a frame's body are not those of the frame that is sealed, at most. */
    public static final int OVERHEAD_BYTES = 1024;

    /** More than a record, which is what the engine wants to have free. */
    public static final int RECORD_BYTES = 18 * 1024;

    /** What the digest of a certificate has. */
    public static final int DIGEST_BYTES = 32;

    private static final int MAX_STEPS = 64;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SSLEngine engine;
    private final ByteBuffer sealing;
    private final ByteBuffer opening;
    private boolean begun;
    private volatile boolean established;

    private SealedFrames(SSLEngine engine, int maxFrameBytes) {
        this.engine = engine;
        this.sealing = ByteBuffer.allocate(maxFrameBytes);
        this.opening = ByteBuffer.allocate(maxFrameBytes + RECORD_BYTES);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setProtocols(new String[] {TlsContexts.VERSION});
        engine.setSSLParameters(parameters);
    }

    /** The end that was connected to. It begins when it is spoken to. */
    public static SealedFrames ofServer(SSLContext context, int maxFrameBytes) {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        SealedFrames frames = new SealedFrames(engine, maxFrameBytes);
        frames.begun = true;
        return frames;
    }

    /** The end that has connected, and begins with {@link #proceed}. */
    public static SealedFrames ofClient(SSLContext context, int maxFrameBytes) {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(true);
        return new SealedFrames(engine, maxFrameBytes);
    }

    /** The SHA-256 of a certificate, by which a peer knows it. */
    public static byte[] digest(X509Certificate certificate) throws CertificateEncodingException {
        try {
            return MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }

    /** Whether the handshake is over, so that frames can be sealed. */
    public boolean isEstablished() {
        return established;
    }

    /** Whether the protocol has something to say besides frames: then {@link #proceed} is to be called. */
    public boolean wantsToSpeak() {
        return engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP;
    }

    /** What writes a frame. */
    public interface Content {
        /** Appends the frame. */
        void writeTo(ByteBuffer out);
    }

    /**
     * Appends the next record that the protocol has to say besides frames; nothing if somebody else has said it. One, because until
     * the end of the handshake the engine reads no second record before its answer to the first is on its way.
     *
     * @param out with room for {@link #RECORD_BYTES} and as much as is said, a few kilobytes
     * @throws SSLException if the handshake has failed
     */
    public void proceed(ByteBuffer out) throws SSLException {
        if (!begun) {
            begun = true;
            engine.beginHandshake();
        }
        if (wantsToSpeak()) {
            wrap(NOTHING, out);
        }
    }

    /**
     * Appends a frame, sealed.
     *
     * @param out with room for the frame, {@link #OVERHEAD_BYTES} and {@link #RECORD_BYTES}
     * @throws SSLException if the handshake is not over, or the connection has ended
     */
    public void seal(Content content, ByteBuffer out) throws SSLException {
        if (!established) {
            throw new SSLException("A frame was to be sent before the end of the handshake");
        }
        sealing.clear();
        content.writeTo(sealing);
        sealing.flip();
        for (int i = 0; sealing.hasRemaining(); i++) {
            if (i == MAX_STEPS) {
                throw new SSLException("The frame cannot be sealed");
            }
            wrap(sealing, out);
        }
    }

    private void wrap(ByteBuffer content, ByteBuffer out) throws SSLException {
        SSLEngineResult result = engine.wrap(content, out);
        if (result.getStatus() != Status.OK) {
            throw new SSLException("Nothing can be sealed: " + result.getStatus());
        }
        followUp(result);
    }

    /**
     * Opens the body of a frame.
     *
     * @param in the body; all of it is read
     * @return the frame in it, to be read before the next call; without bytes if the body was for the protocol only
     * @throws SSLException if it is not what the peer has sealed next, or the peer has ended the connection
     */
    public ByteBuffer open(ByteBuffer in) throws SSLException {
        opening.clear();
        for (int i = 0; in.hasRemaining(); i++) {
            if (i == MAX_STEPS) {
                throw new SSLException("The body of a frame has too many records");
            }
            SSLEngineResult result = engine.unwrap(in, opening);
            if (result.getStatus() != Status.OK) {
                throw new SSLException(
                        result.getStatus() == Status.CLOSED
                                ? "The peer has ended the connection"
                                : "The body of a frame holds no whole record that fits: " + result.getStatus());
            }
            followUp(result);
        }
        opening.flip();
        return opening;
    }

    private void followUp(SSLEngineResult result) {
        if (result.getHandshakeStatus() == HandshakeStatus.FINISHED) {
            established = true;
        }
        if (result.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
            for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
                task.run();
            }
        }
    }
}
