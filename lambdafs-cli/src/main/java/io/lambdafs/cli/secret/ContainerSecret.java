package io.lambdafs.cli.secret;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.lambdafs.openwhisk.action.InstanceSecret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * What a platform must show to the containers of an image. Two files beside the Dockerfile hold it, in the forms in which OpenWhisk's
 * {@code wsk} takes an action's code and its parameters; the image holds its SHA-256 only.
 */
public final class ContainerSecret {
    /** The file for {@code wsk action update NAME FILE}. */
    public static final String CODE_FILE = "secret.txt";

    /** The file for {@code wsk action update --param-file FILE}. */
    public static final String PARAMETER_FILE = "secret.json";

    private static final int BYTES = 32;
    private static final Pattern FORM = Pattern.compile("secret:[0-9a-f]{" + 2 * BYTES + "}");

    /* With the colon it is not valid Base64, for OpenWhisk decodes and encodes such code on its way. */
    private final String secret;

    private ContainerSecret(String secret) {
        this.secret = secret;
    }

    /** A new one. */
    public static ContainerSecret random() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return new ContainerSecret("secret:" + HexFormat.of().formatHex(bytes));
    }

    /**
     * The one in a file that {@link #write} made; the file is made with a new one if it is not there.
     *
     * @throws IOException if the file cannot be read or made, or has something else in it
     */
    public static ContainerSecret adopt(Path file) throws IOException {
        if (!Files.exists(file)) {
            ContainerSecret fresh = random();
            PrivateFile.write(file, fresh.secret);
            return fresh;
        }
        String secret = Files.readString(file).strip();
        if (!FORM.matcher(secret).matches()) {
            throw new IOException("it must have secret: and " + 2 * BYTES + " hexadecimal digits, as " + CODE_FILE
                    + " of an image has");
        }
        return new ContainerSecret(secret);
    }

    /** What the image holds of it. */
    public String sha256() {
        return InstanceSecret.sha256(secret);
    }

    /** Writes the two files, and one that keeps them from the build of the image. */
    public void write(Path directory) throws IOException {
        PrivateFile.write(directory.resolve(CODE_FILE), secret);
        PrivateFile.write(
                directory.resolve(PARAMETER_FILE),
                JsonNodeFactory.instance.objectNode().put(InstanceSecret.PARAMETER, secret) + "\n");
        // Not even the build of the image gets to see them.
        PrivateFile.write(directory.resolve(".dockerignore"), CODE_FILE + "\n" + PARAMETER_FILE + "\n");
    }
}
