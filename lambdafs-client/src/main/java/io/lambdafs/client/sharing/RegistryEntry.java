package io.lambdafs.client.sharing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where a process of this user takes requests for its connections, and the secret that both sides must know. */
final class RegistryEntry {
    static final int SECRET_BYTES = 32;

    /** The most bytes of an entry's file. */
    static final int MAX_BYTES = 256;

    private static final Pattern TEXT =
            Pattern.compile("lambdafs sharing 1\nport (\\d{1,5})\nsecret ([0-9A-Za-z+/=]{44})\n");
    private static final int MAX_PORT = 65_535;

    private final String name;
    private final int port;
    private final byte[] secret;

    /**
     * An entry.
     *
     * @param name of its file
     * @param port on the loopback address
     */
    RegistryEntry(String name, int port, byte[] secret) {
        this.name = name;
        this.port = port;
        this.secret = secret.clone();
    }

    String name() {
        return name;
    }

    int port() {
        return port;
    }

    /** What both sides use to prove themselves to each other. */
    Proof proof(StackIdentity stack) {
        return new Proof(stack.withSecret(secret));
    }

    byte[] encode() {
        String text = "lambdafs sharing 1\nport " + port + "\nsecret "
                + Base64.getEncoder().encodeToString(secret) + "\n";
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Reads {@link #encode}'s bytes.
     *
     * @throws IOException if they are none of an entry
     */
    static RegistryEntry decode(String name, byte[] bytes) throws IOException {
        Matcher text = TEXT.matcher(new String(bytes, StandardCharsets.UTF_8));
        if (!text.matches()) {
            throw new IOException(name + " is not an entry of this version");
        }
        int port = Integer.parseInt(text.group(1));
        byte[] secret;
        try {
            secret = Base64.getDecoder().decode(text.group(2));
        } catch (IllegalArgumentException e) {
            throw new IOException(name + " has a secret that is not Base64", e);
        }
        if (port < 1 || port > MAX_PORT || secret.length != SECRET_BYTES) {
            throw new IOException(name + " has an impossible port or secret");
        }
        return new RegistryEntry(name, port, secret);
    }
}
