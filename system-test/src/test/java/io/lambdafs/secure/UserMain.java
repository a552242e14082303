package io.lambdafs.secure;

import io.lambdafs.system.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.tools.DFSAdmin;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.util.ToolRunner;

/**
 * What a user does, several commands in one process. They are those of Hadoop's shell; {@code dfsadmin …}; {@code token RENEWER FILE},
 * {@code renew FILE} and {@code cancel FILE} for a delegation token; and {@code as USER COMMAND} for another user. {@code meet FILE} makes the
 * file FILE.here and waits until there is FILE.go. {@code set NAME VALUE} is for the commands after it. {@code job DIRECTORY} writes files until it may not, {@code renewer FILE} renews a token until
 * it may not, and {@code ticket} tells the end of the Kerberos ticket. After each command comes a line that says how it ended.
 */
public final class UserMain {
    private UserMain() {}

    /** Each argument is a command with spaces between its words. */
    public static void main(String[] arguments) {
        Configuration configuration = new HdfsConfiguration();
        // Commands differ in their settings.
        configuration.setBoolean("fs.hdfs.impl.disable.cache", true);
        for (String command : arguments) {
            int status;
            try {
                status = run(configuration, command.split(" "));
            } catch (Exception e) {
                System.out.println(e);
                status = 1;
            }
            System.out.flush();
            System.err.flush();
            System.out.println("[" + command + ": " + status + "]");
        }
    }

    private static int run(Configuration configuration, String[] words) throws Exception {
        switch (words[0]) {
            case "token" -> fetch(configuration, words[1], new Path(words[2]));
            case "renew" ->
                System.out.println("until " + tokenIn(configuration, words[1]).renew(configuration));
            case "cancel" -> tokenIn(configuration, words[1]).cancel(configuration);
            case "meet" -> meet(words[1]);
            case "set" -> configuration.set(words[1], words[2]);
            case "job" -> LongJob.write(configuration, new Path(words[1]));
            case "renewer" -> LongJob.renew(configuration, tokenIn(configuration, words[1]));
            case "ticket" -> LongJob.tellTicket();
            case "dfsadmin" -> {
                return ToolRunner.run(configuration, new DFSAdmin(), rest(words, 1));
            }
            case "as" -> {
                return UserGroupInformation.createProxyUser(words[1], UserGroupInformation.getLoginUser())
                        .doAs((PrivilegedExceptionAction<Integer>) () -> run(configuration, rest(words, 2)));
            }
            default -> {
                return ToolRunner.run(configuration, new FsShell(), words);
            }
        }
        return 0;
    }

    private static String[] rest(String[] words, int from) {
        return Arrays.copyOfRange(words, from, words.length);
    }

    private static void meet(String file) throws Exception {
        Files.createFile(java.nio.file.Path.of(file + ".here"));
        Await.until("may go on", Duration.ofMinutes(5), () -> Files.exists(java.nio.file.Path.of(file + ".go")));
    }

    private static void fetch(Configuration configuration, String renewer, Path file) throws IOException {
        try (FileSystem fileSystem = FileSystem.newInstance(configuration)) {
            Token<?> token = fileSystem.getDelegationToken(renewer);
            Credentials credentials = new Credentials();
            credentials.addToken(token.getService(), token);
            credentials.writeTokenStorageFile(file, new Configuration(false));
        }
    }

    private static Token<?> tokenIn(Configuration configuration, String file) throws IOException {
        return Credentials.readTokenStorageFile(new java.io.File(file), configuration)
                .getAllTokens()
                .iterator()
                .next();
    }
}
