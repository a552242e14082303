package io.lambdafs.secure;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.system.Stack;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A stack that is taken into secure mode and out of it, with users who have nothing but the tokens that they were given. */
@Timeout(240)
final class SecureStackTest {
    private static final String TOKEN_FILE = "HADOOP_TOKEN_FILE_LOCATION";

    @TempDir
    private Path directory;

    @Test
    void onlyWhoHasATokenGetsIn_withThePluginAndWithout_andNothingIsLostOnTheWay() throws Exception {
        try (Stack stack = Stack.start(1, 1, "--gateway", "1")) {
            stack.run("dfs", "-mkdir", "-p", "/user/alice");
            stack.run("dfs", "-chown", "alice", "/user/alice");

            stack.run("start", "--secure");

            Path key = stack.dataDir().resolve("security").resolve("service.key");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
                    .isEqualTo("rw-------");
            Path token = directory.resolve("alice.token");
            stack.run("token", "alice", token.toString());
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(token)))
                    .isEqualTo("rw-------");
            strangersAreRefused(stack, token);
            aliceIsAlice(stack, token);

            stack.run("start", "--secure=false");

            assertThat(HadoopProgram.of(stack, true).shell("-ls", "/user/alice"))
                    .contains("/user/alice/true", "exit 0");
            assertThat(key).doesNotExist();
        }
    }

    private static void strangersAreRefused(Stack stack, Path token) throws Exception {
        String plugin = HadoopProgram.of(stack, true).shell("-ls", "/");
        assertThat(plugin).contains("neither a delegation token", "kinit", "exit 1");
        String unsigned = HadoopProgram.of(stack, true).shell("-D", "lambdafs.client.secure=false", "-ls", "/");
        assertThat(unsigned).contains("SIMPLE authentication is not enabled", "exit 1");
        String gateway = HadoopProgram.of(stack, false).shell("-ls", "/");
        assertThat(gateway).contains("SIMPLE authentication is not enabled", "exit 1");

        byte[] forged = Files.readAllBytes(token);
        // The secret follows the identifier, which ends with the number of a master key.
        forged[forged.length - 60] ^= 1;
        Path file = Files.write(token.resolveSibling("forged.token"), forged);
        for (boolean withPlugin : new boolean[] {true, false}) {
            assertThat(HadoopProgram.of(stack, withPlugin)
                            .with(TOKEN_FILE, file.toString())
                            .shell("-ls", "/"))
                    .contains("exit 1")
                    .doesNotContain("Found");
        }
    }

    private static void aliceIsAlice(Stack stack, Path token) throws Exception {
        for (boolean withPlugin : new boolean[] {true, false}) {
            HadoopProgram alice = HadoopProgram.of(stack, withPlugin)
                    .with(TOKEN_FILE, token.toString())
                    // Whoever she says she is.
                    .with("HADOOP_USER_NAME", System.getProperty("user.name"));
            assertThat(alice.shell("-touchz", "/user/alice/" + withPlugin)).endsWith("exit 0");
            assertThat(alice.shell("-stat", "%u", "/user/alice/" + withPlugin)).contains("alice\n");
            assertThat(alice.shell("-mkdir", "/nope")).contains("Permission denied: user=alice", "exit 1");
        }
    }
}
