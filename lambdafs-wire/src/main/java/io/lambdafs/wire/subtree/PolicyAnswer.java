package io.lambdafs.wire.subtree;

import static java.util.Objects.requireNonNull;

import io.lambdafs.wire.MalformedEnvelopeException;

/** The policy of a directory, the one that applies there, and the directory's holder. Immutable. */
public final class PolicyAnswer {
    private final String own;
    private final String effective;
    private final String from;
    private final Hold hold;

    /**
     * An answer.
     *
     * @param own the text of the policy that was set on the directory; empty if none was
     * @param effective the text of the policy that applies; empty if none was set from the root on, and so the default applies
     * @param from the path of the directory that has the effective one; empty if none has
     */
    public PolicyAnswer(String own, String effective, String from, Hold hold) {
        this.own = requireNonNull(own, "own");
        this.effective = requireNonNull(effective, "effective");
        this.from = requireNonNull(from, "from");
        this.hold = requireNonNull(hold, "hold");
    }

    /** The client that holds a subtree apart from the namespace. Immutable. */
    public static final class Hold {
        /** Nobody does. */
        public static final Hold NONE = new Hold("", "", 0);

        private final String path;
        private final String holder;
        private final long sinceMillis;

        /**
         * A hold.
         *
         * @param path the directory at which the subtree begins; empty if nobody holds one
         * @param sinceMillis since the epoch
         */
        public Hold(String path, String holder, long sinceMillis) {
            this.path = requireNonNull(path, "path");
            this.holder = requireNonNull(holder, "holder");
            this.sinceMillis = sinceMillis;
        }

        public boolean isNone() {
            return path.isEmpty();
        }

        /** The directory at which the subtree begins: the one that was asked for, or one above it. */
        public String path() {
            return path;
        }

        public String holder() {
            return holder;
        }

        /** Since when, in milliseconds since the epoch. */
        public long sinceMillis() {
            return sinceMillis;
        }
    }

    public String own() {
        return own;
    }

    public String effective() {
        return effective;
    }

    public String from() {
        return from;
    }

    public Hold hold() {
        return hold;
    }

    /** The message as bytes. */
    public byte[] encode() {
        return Texts.write(out -> {
            Texts.put(out, own);
            Texts.put(out, effective);
            Texts.put(out, from);
            Texts.put(out, hold.path());
            Texts.put(out, hold.holder());
            out.writeLong(hold.sinceMillis());
        });
    }

    /**
     * Reads {@link #encode}'s bytes.
     *
     * @throws MalformedEnvelopeException if they are none, or exceed a bound
     */
    public static PolicyAnswer decode(byte[] bytes) throws MalformedEnvelopeException {
        return Texts.read(
                bytes,
                in -> new PolicyAnswer(
                        Texts.get(in),
                        Texts.get(in),
                        Texts.get(in),
                        new Hold(Texts.get(in), Texts.get(in), in.readLong())));
    }
}
