package io.lambdafs.wire.authentication;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a request names to prove who makes it: says which secret its HMAC was made with, and is no secret itself. Immutable. */
public final class Credential {
    /** The most bytes of an identifier. */
    public static final int MAX_IDENTIFIER_BYTES = 4096;

    /** What an identifier means. */
    public enum Kind {
        /** A delegation token: the identifier is Hadoop's, and the caller is the token's owner, whatever else the request says. */
        DELEGATION_TOKEN(1),
        /**
         * The key of a service that may speak for anybody, such as a gateway: the caller is the user that the request
         * names.
         */
        SERVICE_KEY(2);

        private final int number;

        Kind(int number) {
            this.number = number;
        }

        /** What stands for the kind in a message. */
        public int number() {
            return number;
        }

        /**
         * The kind with this number.
         *
         * @throws IllegalArgumentException if there is none
         */
        public static Kind numbered(int number) {
            for (Kind kind : values()) {
                if (kind.number == number) {
                    return kind;
                }
            }
            throw new IllegalArgumentException("no kind of credential has the number " + number);
        }
    }

    private final Kind kind;
    private final byte[] identifier;

    /**
     * A credential with a copy of this identifier.
     *
     * @throws IllegalArgumentException if the identifier has more than {@link #MAX_IDENTIFIER_BYTES}
     */
    public Credential(Kind kind, byte[] identifier) {
        this.kind = Objects.requireNonNull(kind, "kind");
        this.identifier = identifier.clone();
        if (identifier.length > MAX_IDENTIFIER_BYTES) {
            throw new IllegalArgumentException(
                    "an identifier has " + identifier.length + " bytes; the limit is " + MAX_IDENTIFIER_BYTES);
        }
    }

    public Kind kind() {
        return kind;
    }

    /** A copy of the identifier. */
    public byte[] identifier() {
        return identifier.clone();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Credential
                && kind == ((Credential) other).kind
                && Arrays.equals(identifier, ((Credential) other).identifier);
    }

    @Override
    public int hashCode() {
        return 31 * kind.number + Arrays.hashCode(identifier);
    }

    @Override
    public String toString() {
        return kind + " of " + identifier.length + " bytes";
    }
}
