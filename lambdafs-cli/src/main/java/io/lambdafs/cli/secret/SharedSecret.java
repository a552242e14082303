package io.lambdafs.cli.secret;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** What processes of a stack show one another, or its own ZooKeeper: random, made at the first start, and kept in a file. */
public final class SharedSecret {
    private static final int BYTES = 32;
    private static final Pattern FORM = Pattern.compile("[0-9a-f]{" + 2 * BYTES + "}");

    private final Path file;

    /** The secret in this file, which need not exist. */
    public SharedSecret(Path file) {
        this.file = file;
    }

    /**
     * The secret; a new one if the stack has none yet.
     *
     * @throws IOException if the file cannot be made, or holds something else
     */
    public String adopt() throws IOException {
        if (!Files.exists(file)) {
            byte[] bytes = new byte[BYTES];
            new SecureRandom().nextBytes(bytes);
            PrivateFile.write(file, HexFormat.of().formatHex(bytes) + "\n");
        }
        return read();
    }

    /**
     * The secret of a stack that was started before.
     *
     * @throws IOException if there is none, or the file holds something else
     */
    public String read() throws IOException {
        if (!Files.exists(file)) {
            throw new IOException("there is no such file: run 'lambdafs start', which makes it");
        }
        // Somebody may have opened it up by hand, or copied it without its mode.
        PrivateFile.restrict(file);
        String secret = Files.readString(file).strip();
        if (!FORM.matcher(secret).matches()) {
            throw new IOException("it does not hold " + 2 * BYTES
                    + " hexadecimal digits: stop the stack and delete it, and the next start makes a new one");
        }
        return secret;
    }
}
