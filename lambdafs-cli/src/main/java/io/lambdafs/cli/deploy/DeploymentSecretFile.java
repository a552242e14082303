package io.lambdafs.cli.deploy;

import io.lambdafs.cli.deploy.DeployException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A secret in a file. It is read when it is needed, and what is shown of it is the file's name.
 *
 * @param file has the secret and nothing else; white space around it does not count
 * @param option the option that named the file
 */
record DeploymentSecretFile(Path file, String option) {
    private static final int MAX_BYTES = 65_536;

    /**
     * The secret.
     *
     * @throws DeployException if the file cannot be read, or has none
     */
    String read() {
        try {
            String secret =
                    Files.size(file) > MAX_BYTES ? "" : Files.readString(file).strip();
            if (!secret.isEmpty()) {
                return secret;
            }
        } catch (IOException e) {
            throw new DeployException(Kind.INPUT, "cannot read the file of " + option + ": " + e, e);
        }
        throw new DeployException(
                Kind.INPUT,
                option + " " + file + " must have a secret of up to " + MAX_BYTES + " bytes, and nothing else");
    }

    /** What is printed in place of the secret. */
    String shown() {
        return "<the contents of " + file + ">";
    }
}
