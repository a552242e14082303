package io.lambdafs.wire.subtree;

import static java.util.Objects.requireNonNull;

import io.lambdafs.wire.MalformedEnvelopeException;

/** Of which directory the policy is asked for, or which it gets. Immutable. */
public final class PolicyRequest {
    private final String path;
    private final String policy;

    /**
     * A request.
     *
     * @param policy the text of the policy; empty to take away the one that was set
     */
    public PolicyRequest(String path, String policy) {
        this.path = requireNonNull(path, "path");
        this.policy = requireNonNull(policy, "policy");
    }

    public String path() {
        return path;
    }

    public String policy() {
        return policy;
    }

    /** The message as bytes. */
    public byte[] encode() {
        return Texts.write(out -> {
            Texts.put(out, path);
            Texts.put(out, policy);
        });
    }

    /**
     * Reads {@link #encode}'s bytes.
     *
     * @throws MalformedEnvelopeException if they are none, or exceed a bound
     */
    public static PolicyRequest decode(byte[] bytes) throws MalformedEnvelopeException {
        return Texts.read(bytes, in -> new PolicyRequest(Texts.get(in), Texts.get(in)));
    }
}
