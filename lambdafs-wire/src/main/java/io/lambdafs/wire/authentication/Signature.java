package io.lambdafs.wire.authentication;

import java.util.Objects;

/** What a request that was received carries to prove who makes it, with the message that it proves. Immutable. */
public final class Signature {
    private final Credential credential;
    private final byte[] message;
    private final int length;
    private final int except;
    private final byte[] mac;

    /**
     * A signature of a message.
     *
     * @param message not copied, and not to be changed
     * @param length how many of its bytes are signed
     * @param except the place of the byte that counts as 0
     */
    public Signature(Credential credential, byte[] message, int length, int except, byte[] mac) {
        this.credential = Objects.requireNonNull(credential, "credential");
        this.message = Objects.requireNonNull(message, "message");
        this.length = length;
        this.except = except;
        this.mac = mac.clone();
    }

    /** Which key it was made with, by its own word. */
    public Credential credential() {
        return credential;
    }

    /** Whether it was made with this key, and of this message. */
    public boolean wasMadeWith(SigningKey key) {
        return key.credential().equals(credential) && key.verifies(message, length, except, mac);
    }
}
