package io.lambdafs.container.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The secrets that a caller may show in {@code Authorization: Bearer …}. Several, so that a secret can be changed without a break:
 * the new one is added here first, then given to the callers, then the old one is removed here.
 */
public final class BearerSecrets {
    /** Environment variable with the secrets, or hashes of them, one a line. */
    public static final String SECRET = "LAMBDAFS_HTTP_SECRET";
    /** Environment variable with the name of a file that has them. */
    public static final String SECRET_FILE = "LAMBDAFS_HTTP_SECRET_FILE";

    /** What a line begins with that has a secret's SHA-256 instead of a secret. */
    static final String HASHED = "sha256:";

    private static final String SCHEME = "bearer ";
    private static final int LEAST_CHARS = 16;
    private static final int MOST_SECRETS = 8;

    private final List<SecretHash> hashes;

    private BearerSecrets(List<SecretHash> hashes) {
        this.hashes = List.copyOf(hashes);
    }

    /**
     * Reads lines, each a secret of 16 characters or more, or {@code sha256:} and 64 hexadecimal digits. Empty lines count for
     * nothing.
     *
     * @param source where they are from, for the message
     * @throws IllegalArgumentException if there are none, more than eight, or a line is neither
     */
    static BearerSecrets of(String lines, String source) {
        List<SecretHash> hashes = lines.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .map(line -> hash(line, source))
                .toList();
        if (hashes.isEmpty() || hashes.size() > MOST_SECRETS) {
            throw new IllegalArgumentException(
                    source + " has " + hashes.size() + " secrets, but must have 1 to " + MOST_SECRETS + ", one a line");
        }
        return new BearerSecrets(hashes);
    }

    /**
     * The secrets that the environment names, or the file that it names.
     *
     * @throws IllegalArgumentException if there are none: everybody who reaches the port could then do anything
     */
    static BearerSecrets fromEnvironment(Map<String, String> environment) {
        String secret = environment.getOrDefault(SECRET, "");
        String file = environment.getOrDefault(SECRET_FILE, "");
        if (secret.isEmpty() == file.isEmpty()) {
            throw new IllegalArgumentException(
                    "set " + SECRET_FILE + " to a file with the secret that callers must show," + " or " + SECRET
                            + " to the secret" + (secret.isEmpty() ? "" : ", and not both"));
        }
        return secret.isEmpty() ? of(read(file), SECRET_FILE + "=" + file) : of(secret, SECRET);
    }

    private static String read(String file) {
        try {
            return Files.readString(Path.of(file));
        } catch (IOException | UncheckedIOException e) {
            throw new IllegalArgumentException(
                    SECRET_FILE + " names " + file
                            + ", which cannot be read: mount a file there that this user may read",
                    e);
        }
    }

    private static SecretHash hash(String line, String source) {
        if (line.startsWith(HASHED)) {
            try {
                return new SecretHash(line.substring(HASHED.length()).toLowerCase(Locale.ROOT));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        source + " has a line that begins with " + HASHED + ", but not 64 hexadecimal digits after it",
                        e);
            }
        }
        if (line.length() < LEAST_CHARS || !line.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new IllegalArgumentException(source + " has a secret that is shorter than " + LEAST_CHARS
                    + " characters, or has others than printable ASCII without spaces:"
                    + " make one with 'openssl rand -hex 32'");
        }
        return SecretHash.of(line);
    }

    /** Whether a caller with this header has shown one of the secrets. */
    boolean areShownBy(@Nullable String authorization) {
        if (authorization == null || !authorization.toLowerCase(Locale.ROOT).startsWith(SCHEME)) {
            return false;
        }
        String shown = authorization.substring(SCHEME.length()).strip();
        boolean found = false;
        for (SecretHash hash : hashes) {
            found |= hash.isOf(shown);
        }
        return found;
    }

    @Override
    public String toString() {
        return "BearerSecrets[" + hashes.size() + "]";
    }
}
