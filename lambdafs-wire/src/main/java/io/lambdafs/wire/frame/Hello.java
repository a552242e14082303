package io.lambdafs.wire.frame;

import io.lambdafs.wire.MalformedEnvelopeException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** An instance's first frame: which deployment it belongs to, and the secret that the client gave it by HTTP. */
public final class Hello implements Frame {
    /** The highest number that a deployment may have. */
    public static final int MAX_DEPLOYMENT = 65_535;

    static final byte TYPE = 16;

    private static final int MAX_NAME_BYTES = 256;
    private static final int MAX_SECRET_BYTES = 64;

    private final int version;
    private final int deployment;
    private final String instance;
    private final byte[] secret;

    private Hello(int version, int deployment, String instance, byte[] secret) {
        this.version = version;
        this.deployment = deployment;
        this.instance = instance;
        this.secret = secret;
    }

    /** A greeting in the present version. */
    public Hello(int deployment, String instance, byte[] secret) {
        this(FrameLimits.PROTOCOL_VERSION, deployment, instance, secret.clone());
        if (deployment < 0 || deployment > MAX_DEPLOYMENT) {
            throw new IllegalArgumentException("deployment " + deployment + " is outside 0.." + MAX_DEPLOYMENT);
        }
        if (instance.getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES || secret.length > MAX_SECRET_BYTES) {
            throw new IllegalArgumentException("the instance's name or the secret is too long");
        }
    }

    public int version() {
        return version;
    }

    public int deployment() {
        return deployment;
    }

    public String instance() {
        return instance;
    }

    /** Whether the secret is this one; takes as long for a wrong one as for the right one. */
    public boolean proves(byte[] expected) {
        return MessageDigest.isEqual(secret, expected);
    }

    @Override
    public void writeTo(ByteBuffer out) {
        byte[] name = instance.getBytes(StandardCharsets.UTF_8);
        out.put(TYPE).putInt(version).putInt(deployment);
        out.putInt(name.length).put(name).putInt(secret.length).put(secret);
    }

    static Hello read(ByteBuffer in) throws MalformedEnvelopeException {
        int version = in.getInt();
        int deployment = in.getInt();
        if (deployment < 0 || deployment > MAX_DEPLOYMENT) {
            throw new MalformedEnvelopeException("deployment " + deployment + " is outside 0.." + MAX_DEPLOYMENT);
        }
        String instance = new String(bytes(in, MAX_NAME_BYTES), StandardCharsets.UTF_8);
        return new Hello(version, deployment, instance, bytes(in, MAX_SECRET_BYTES));
    }

    /** A byte string after its length, of at most so many bytes. */
    static byte[] bytes(ByteBuffer in, int max) throws MalformedEnvelopeException {
        int length = in.getInt();
        if (length < 0 || length > max || length > in.remaining()) {
            throw new MalformedEnvelopeException("length " + length + " is outside 0.." + max + " or the frame");
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }
}
