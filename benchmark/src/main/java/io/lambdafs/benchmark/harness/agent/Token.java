package io.lambdafs.benchmark.harness.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The secret that agents and the programs that command them share. Neither side sends it: each sends a random number, and proves that it knows the secret by a keyed
 * digest of the other's.
 */
public final class Token {
    private static final int LEAST = 16;
    private static final int NONCE_BYTES = 32;
    private static final String ALGORITHM = "HmacSHA256";
    private static final int GREETING_MILLIS = 10_000;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final byte[] secret;

    private Token(byte[] secret) {
        this.secret = secret;
    }

    /**
     * Reads it from a file; white space around it does not count.
     *
     * @throws IllegalArgumentException if it is too short to be a secret
     */
    public static Token read(Path file) throws IOException {
        byte[] secret = Files.readString(file).strip().getBytes(StandardCharsets.UTF_8);
        if (secret.length < LEAST) {
            throw new IllegalArgumentException("the token in " + file + " has " + secret.length
                    + " bytes: write at least " + LEAST + ", such as the output of 'openssl rand -hex 32'");
        }
        return new Token(secret);
    }

    /** Writes a new one into a file that only this user can read. */
    public static Token create(Path file) throws IOException {
        byte[] random = new byte[NONCE_BYTES];
        RANDOM.nextBytes(random);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, Base64.getEncoder().encodeToString(random));
        return read(file);
    }

    /**
     * The agent's side of the greeting: has the other side prove that it knows the token.
     *
     * @return what the other side wants to have proved, for {@link #confirm}
     * @throws IOException if it does not know the token; it gets an answer that says so
     */
    String challenge(AgentFrames frames) throws IOException {
        frames.patience(GREETING_MILLIS);
        String own = nonce();
        frames.write(JsonNodeFactory.instance.objectNode().put("agent", 1).put("nonce", own));
        JsonNode answer = frames.read(AgentFrames.MAX_GREETING_BYTES);
        if (!isProof(answer.path("proof").asText(), "controller", own)) {
            frames.write(JsonNodeFactory.instance
                    .objectNode()
                    .put("error", "the token is wrong: give both sides the same --token-file"));
            throw new IOException("somebody with a wrong token was refused");
        }
        return answer.path("nonce").asText();
    }

    /** The end of the agent's side of the greeting: proves that it knows the token itself. */
    void confirm(AgentFrames frames, String nonce) throws IOException {
        frames.write(JsonNodeFactory.instance.objectNode().put("proof", proof("agent", nonce)));
    }

    /**
     * The other side of it.
     *
     * @throws IOException if the agent refuses, or does not know the token itself
     */
    void greet(AgentFrames frames) throws IOException {
        frames.patience(GREETING_MILLIS);
        JsonNode greeting = frames.read(AgentFrames.MAX_GREETING_BYTES);
        if (greeting.path("agent").asInt() != 1) {
            throw new IOException("this is not an agent of this version: " + greeting);
        }
        String own = nonce();
        frames.write(JsonNodeFactory.instance
                .objectNode()
                .put("proof", proof("controller", greeting.path("nonce").asText()))
                .put("nonce", own));
        JsonNode answer = frames.read(AgentFrames.MAX_GREETING_BYTES);
        if (answer.has("error")) {
            throw new IOException("the agent refuses: " + answer.path("error").asText());
        }
        if (!isProof(answer.path("proof").asText(), "agent", own)) {
            throw new IOException("the agent does not know the token: somebody else may be listening there");
        }
    }

    private static String nonce() {
        byte[] bytes = new byte[NONCE_BYTES];
        RANDOM.nextBytes(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }

    private String proof(String side, String nonce) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret, ALGORITHM));
            return Base64.getEncoder()
                    .encodeToString(mac.doFinal((side + " " + nonce).getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + ALGORITHM, e);
        }
    }

    private boolean isProof(String text, String side, String nonce) {
        return MessageDigest.isEqual(
                text.getBytes(StandardCharsets.UTF_8), proof(side, nonce).getBytes(StandardCharsets.UTF_8));
    }
}
