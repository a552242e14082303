package io.lambdafs.wire.decoupling;

import io.lambdafs.wire.MalformedEnvelopeException;

/** The holder of a decoupled subtree. Immutable. */
public final class DecouplingHolder {
    private final String user;
    private final String client;
    private final String host;

    public DecouplingHolder(String user, String client, String host) {
        this.user = user;
        this.client = client;
        this.host = host;
    }

    public String user() {
        return user;
    }

    /** How the program calls itself. */
    public String client() {
        return client;
    }

    public String host() {
        return host;
    }

    /** The message as bytes. */
    public byte[] encode() {
        return Fields.write(out -> {
            Fields.putText(out, user);
            Fields.putText(out, client);
            Fields.putText(out, host);
        });
    }

    /**
     * Reads {@link #encode}'s bytes.
     *
     * @throws MalformedEnvelopeException if they are none
     */
    public static DecouplingHolder decode(byte[] bytes) throws MalformedEnvelopeException {
        return Fields.read(
                bytes, in -> new DecouplingHolder(Fields.getText(in), Fields.getText(in), Fields.getText(in)));
    }
}
