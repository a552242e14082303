package io.lambdafs.store.rocks.net;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * What both ends of a new connection say to each other before the first frame. Each proves that it knows the secret, without
 * showing it.
 *
 * <ol>
 *   <li>client: magic, version, its role, a random number of 32 bytes
 *   <li>server: magic, version, status, a random number of its own, its proof
 *   <li>client: its proof
 *   <li>server: magic, version, status
 * </ol>
 *
 * <p>A proof is the HMAC of a label, the role and the version, and both random numbers, with the secret of the role. The labels differ, so that neither end can send back
 * what it got. The random numbers are new for each connection, so that a proof that was overheard proves nothing later. Every
 * version begins both first messages with eight bytes of this form, so that each end can name the version of the other.
 */
final class Handshake {
    /** The version of handshake and frames; spoken by both ends or not at all. */
    static final int VERSION = 1;

    static final int NONCE_BYTES = 32;
    static final int PROOF_BYTES = 32;

    /** Magic, version and status: the beginning that every version has. */
    static final int HEAD_BYTES = 8;

    static final int HELLO_BYTES = HEAD_BYTES + NONCE_BYTES;
    static final int WELCOME_BYTES = HEAD_BYTES + NONCE_BYTES + PROOF_BYTES;

    /** Status: go on. */
    static final int ACCEPTED = 0;

    /** Status: the server speaks another version. */
    static final int OTHER_VERSION = 1;

    /** Status: the client does not know the secret. */
    static final int WRONG_SECRET = 2;

    /** Status: the server has as many clients as it takes. */
    static final int FULL = 3;

    /** Status: the server speaks TLS, and the client does not. */
    static final int TLS_ONLY = 4;

    /** Status: the client speaks TLS, and the server does not. */
    static final int WITHOUT_TLS = 5;

    /** Status: the server has no clients of this role. */
    static final int UNKNOWN_ROLE = 6;

    /** How each first message of either end begins. */
    static final int MAGIC = 0x4C465345;

    private static final int ROLE_BITS = 16;
    private static final String SERVER = "lambdafs store: I am the engine";
    private static final String CLIENT = "lambdafs store: I am a client";

    private final ClientRole role;
    private final Secret secret;
    private final byte[] clientNonce;
    private final byte[] serverNonce;

    /** A handshake whose random numbers are known. */
    Handshake(ClientRole role, Secret secret, byte[] clientNonce, byte[] serverNonce) {
        this.role = role;
        this.secret = secret;
        this.clientNonce = clientNonce.clone();
        this.serverNonce = serverNonce.clone();
    }

    byte[] serverProof() {
        return proof(SERVER);
    }

    byte[] clientProof() {
        return proof(CLIENT);
    }

    /** Whether this is the server's proof; takes as long for a wrong one as for the right one. */
    boolean isServerProof(byte[] proof) {
        return MessageDigest.isEqual(serverProof(), proof);
    }

    /** Whether this is the client's proof; takes as long for a wrong one as for the right one. */
    boolean isClientProof(byte[] proof) {
        return MessageDigest.isEqual(clientProof(), proof);
    }

    private byte[] proof(String label) {
        byte[] version = ByteBuffer.allocate(Integer.BYTES)
                .putInt(role.number() << ROLE_BITS | VERSION)
                .array();
        return secret.sign(label.getBytes(StandardCharsets.US_ASCII), version, clientNonce, serverNonce);
    }

    /** The client's first message. */
    static byte[] hello(ClientRole role, byte[] clientNonce) {
        return ByteBuffer.allocate(HELLO_BYTES)
                .put(head(role.number()))
                .put(clientNonce)
                .array();
    }

    /** The server's first message, if it goes on. */
    byte[] welcome() {
        return ByteBuffer.allocate(WELCOME_BYTES)
                .put(head(ACCEPTED))
                .put(serverNonce)
                .put(serverProof())
                .array();
    }

    /** The server's last message, or its first one if it does not go on. */
    static byte[] head(int status) {
        return ByteBuffer.allocate(HEAD_BYTES)
                .putInt(MAGIC)
                .putShort((short) VERSION)
                .putShort((short) status)
                .array();
    }

    /** Whether a message begins as one of this protocol, of any version. */
    static boolean isOurs(ByteBuffer message) {
        return message.getInt(0) == MAGIC;
    }

    /** The version that the sender of the message speaks. */
    static int version(ByteBuffer message) {
        return Short.toUnsignedInt(message.getShort(4));
    }

    /** The status in a message of the server; in that of the client, the number of its role. */
    static int status(ByteBuffer message) {
        return Short.toUnsignedInt(message.getShort(6));
    }

    /** The random number of a first message. */
    static byte[] nonce(ByteBuffer message) {
        return bytes(message, HEAD_BYTES, NONCE_BYTES);
    }

    /** The server's proof in its first message. */
    static byte[] proof(ByteBuffer welcome) {
        return bytes(welcome, HEAD_BYTES + NONCE_BYTES, PROOF_BYTES);
    }

    private static byte[] bytes(ByteBuffer message, int from, int count) {
        byte[] bytes = new byte[count];
        message.get(from, bytes);
        return bytes;
    }
}
