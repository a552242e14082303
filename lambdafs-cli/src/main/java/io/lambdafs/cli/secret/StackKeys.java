package io.lambdafs.cli.secret;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Path;

/** The keys of a stack's platform. */
public final class StackKeys {
    private final Path operator;
    private final Path callers;

    /**
     * The keys in a directory, which need not be there.
     *
     * @param separate whether clients have a key of their own, which only invokes functions: in secure mode. In simple mode a client
     *     may be the superuser with either key
     */
    public StackKeys(Path directory, boolean separate) {
        this.operator = requireNonNull(directory, "directory").resolve("platform.key");
        this.callers = separate ? directory.resolve("callers.key") : operator;
    }

    /** How to come by a key. */
    private interface Source {
        String of(StackKey key) throws IOException;
    }

    /**
     * Makes the keys that are missing.
     *
     * @throws IOException if a file cannot be made, or holds something else; the message names it
     */
    public void adopt() throws IOException {
        String unused = key(operator, StackKey::adopt) + key(callers, StackKey::adopt);
    }

    /** The key that does everything; fails as {@link #adopt} does, and if there is none. */
    public String operator() throws IOException {
        return key(operator, StackKey::require);
    }

    /** The key that clients have; fails as {@link #operator} does. */
    public String callers() throws IOException {
        return key(callers, StackKey::require);
    }

    private static String key(Path file, Source source) throws IOException {
        try {
            return source.of(new StackKey(file));
        } catch (IOException e) {
            throw new IOException("cannot use the platform's key in " + file + ": " + e.getMessage(), e);
        }
    }
}
