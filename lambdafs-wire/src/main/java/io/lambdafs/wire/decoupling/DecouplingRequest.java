package io.lambdafs.wire.decoupling;

import io.lambdafs.wire.MalformedEnvelopeException;

/** Names a decoupled subtree, and one number that depends on the method. Immutable. */
public final class DecouplingRequest {
    /** The argument of a discard that is refused if the store has a journal of the subtree. */
    public static final long UNLESS_STORED = -1;

    /** The argument of a request for the list that asks for subtrees, too, that are being discarded. */
    public static final long ALSO_DISCARDED = 1;

    private final String route;
    private final long number;
    private final long argument;

    public DecouplingRequest(String route, long number, long argument) {
        this.route = route;
        this.number = number;
        this.argument = argument;
    }

    /** What decides where the request goes: the path of the subtree, or any other text. */
    public String route() {
        return route;
    }

    /** The number of the decoupling. */
    public long number() {
        return number;
    }

    public long argument() {
        return argument;
    }

    /** The message as bytes. */
    public byte[] encode() {
        return Fields.write(out -> {
            Fields.putText(out, route);
            out.writeLong(number);
            out.writeLong(argument);
        });
    }

    /**
     * Reads {@link #encode}'s bytes.
     *
     * @throws MalformedEnvelopeException if they are none
     */
    public static DecouplingRequest decode(byte[] bytes) throws MalformedEnvelopeException {
        return Fields.read(bytes, in -> new DecouplingRequest(Fields.getText(in), in.readLong(), in.readLong()));
    }
}
