package io.lambdafs.cli.admin;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.PrivilegedExceptionAction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;

/**
 * The program behind {@code lambdafs token}: writes a delegation token of a user into a file that Hadoop's programs read
 * ({@code HADOOP_TOKEN_FILE_LOCATION}). Takes the stack's service key, so only a user who can read the data directory can run it.
 */
public final class TokenMain {
    private static final String USAGE = "usage: lambdafs token [--data-dir DIR] USER FILE [RENEWER]\n"
            + "Writes a delegation token of USER into FILE, which only you can read. RENEWER may renew it; default: USER.";

    private TokenMain() {}

    /** Ends with 0; with 2 if the arguments are wrong, with 1 if it fails. */
    public static void main(String[] arguments) {
        System.exit(run(new HdfsConfiguration(), System.err, arguments));
    }

    static int run(Configuration configuration, PrintStream err, String... arguments) {
        if (arguments.length < 2 || arguments.length > 3 || arguments[0].startsWith("-")) {
            err.println(USAGE);
            return 2;
        }
        try {
            write(configuration, arguments[0], arguments[1], arguments.length == 3 ? arguments[2] : arguments[0]);
            return 0;
        } catch (IOException e) {
            err.println("lambdafs token: " + e.getMessage());
            return 1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1;
        }
    }

    private static void write(Configuration configuration, String user, String file, String renewer)
            throws IOException, InterruptedException {
        Token<?> token = UserGroupInformation.createRemoteUser(user)
                .doAs((PrivilegedExceptionAction<Token<?>>) () -> token(configuration, renewer));
        Credentials credentials = new Credentials();
        credentials.addToken(token.getService(), token);
        java.nio.file.Path target = java.nio.file.Path.of(file).toAbsolutePath();
        java.nio.file.Path fresh = Files.createTempFile(
                target.getParent(),
                "token",
                ".new",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try {
            credentials.writeTokenStorageFile(new Path(fresh.toUri()), new Configuration(false));
            Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rw-------"));
            Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    private static Token<?> token(Configuration configuration, String renewer) throws IOException {
        try (FileSystem fileSystem = FileSystem.newInstance(configuration)) {
            Token<?> token = fileSystem.getDelegationToken(renewer);
            if (token == null) {
                throw new IOException("this λFS is in simple mode, which needs no tokens: start it with --secure");
            }
            return token;
        }
    }
}
