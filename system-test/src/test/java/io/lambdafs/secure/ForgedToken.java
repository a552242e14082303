package io.lambdafs.secure;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.token.Token;

/** A delegation token of a user, made by an attacker without the secret. */
final class ForgedToken {
    private ForgedToken() {}

    /** The token in a file, with another secret. */
    static Token<?> of(Path file) throws IOException {
        Token<?> real = Credentials.readTokenStorageFile(file.toFile(), new Configuration(false))
                .getAllTokens()
                .iterator()
                .next();
        byte[] secret = real.getPassword().clone();
        secret[0] ^= 1;
        return new Token<>(real.getIdentifier(), secret, real.getKind(), real.getService());
    }

    /** The same in a file beside that one. */
    static Path like(Path file) throws IOException {
        Token<?> forged = of(file);
        Credentials credentials = new Credentials();
        credentials.addToken(forged.getService(), forged);
        Path made = file.resolveSibling("forged.token");
        credentials.writeTokenStorageFile(new org.apache.hadoop.fs.Path(made.toUri()), new Configuration(false));
        return made;
    }
}
