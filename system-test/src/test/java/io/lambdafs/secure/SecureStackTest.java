package io.lambdafs.secure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.authentication.ServiceKeys;
import io.lambdafs.coherence.Coordinator;
import io.lambdafs.coherence.Member;
import io.lambdafs.coordinator.zk.ZooKeeperConfig;
import io.lambdafs.coordinator.zk.ZooKeeperCoordinator;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Transaction;
import io.lambdafs.system.Stack;
import io.lambdafs.system.StackStatus;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A stack that is taken into secure mode and out of it, with users who have nothing but the tokens that they were given. */
@Timeout(240)
final class SecureStackTest {
    private static final String TOKEN_FILE = "HADOOP_TOKEN_FILE_LOCATION";
    private static final String SERVICE_KEY_FILE = "LAMBDAFS_CLIENT_SERVICE_KEY_FILE";

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
            clientsGetNoSecretOfTheStack(stack);
            dataNodesHaveASecretOfTheirOwn(stack, token);
            replacedKeyHasAnEnd(stack, token);
            assertThatThrownBy(() -> membersAsStrangersSeeThem(stack))
                    .hasMessageContaining("LAMBDAFS_ZOOKEEPER_SECRET");
            assertThat(Files.readString(stack.dataDir().resolve("logs/gateway0.log"))
                            .lines()
                            .filter(line -> line.startsWith("READY")))
                    .as("a web server could not know its users")
                    .last()
                    .asString()
                    .startsWith("READY gateway hdfs://")
                    .doesNotContain("http://");
            administratorCancelsTokens(stack, token);
            instanceOfTheOtherModeIsNoNameNode(stack, token);

            stack.run("start", "--secure=false");

            assertThat(HadoopProgram.of(stack, true).run("-ls /user/alice"))
                    .contains("/user/alice/true", "[-ls /user/alice: 0]");
            assertThat(key).doesNotExist();
            assertThat(membersAsStrangersSeeThem(stack)).isNotEmpty();
        }
    }

    /* What 'lambdafs conf' shows, and the files that it names, are for clients. */
    private static void clientsGetNoSecretOfTheStack(Stack stack) throws Exception {
        Path conf = stack.dataDir().resolve("conf");
        Path security = stack.dataDir().resolve("security");
        List<String> secrets = new ArrayList<>();
        for (Path secret : List.of(
                conf.resolve("store.secret"),
                conf.resolve("datanode.secret"),
                security.resolve("zookeeper.secret"),
                security.resolve("service.key"))) {
            secrets.add(Files.readString(secret).strip());
        }
        List<Path> files = new ArrayList<>(List.of(stack.dataDir().resolve("client.properties")));
        for (String name : List.of("core-site.xml", "hdfs-site.xml", "ssl-client.xml")) {
            files.add(conf.resolve(name));
            files.add(conf.resolve("without-plugin").resolve(name));
        }
        assertThat(stack.run("conf")).doesNotContain(secrets);
        for (Path file : files) {
            assertThat(Files.readString(file)).as(file.toString()).isNotEmpty().doesNotContain(secrets);
        }
    }

    /* The administrator does not have the token. */
    private static void administratorCancelsTokens(Stack stack, Path token) throws Exception {
        assertThat(stack.run("security", "tokens")).contains("\talice\t");

        assertThat(stack.run("security", "cancel-tokens", "--user", "alice")).contains("Cancelled tokens: ");

        assertThat(stack.run("security", "tokens")).doesNotContain("\talice\t");
        for (StackStatus.Instance instance : stack.instances()) {
            // Others refuse them when they have read them again, within half a minute.
            boolean unused = Stack.trySignal("KILL", instance.pid());
        }
        assertThat(HadoopProgram.of(stack, true)
                        .with(TOKEN_FILE, token.toString())
                        .run("-ls /user"))
                .contains("can't be found in cache", "[-ls /user: 1]");
    }

    /* They write and report with it, and cannot do what the store's owner can. */
    private void dataNodesHaveASecretOfTheirOwn(Stack stack, Path token) throws Exception {
        Path conf = stack.dataDir().resolve("conf");
        Path own = conf.resolve("datanode.secret");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(own)))
                .isEqualTo("rw-------");
        Path file = Files.writeString(directory.resolve("content"), "content of a file");
        assertThat(HadoopProgram.of(stack, true)
                        .with(TOKEN_FILE, token.toString())
                        .run("-put " + file + " /user/alice/content", "-cat /user/alice/content"))
                .contains("content of a file", "[-cat /user/alice/content: 0]");
        Path environment = Path.of("/proc", Long.toString(stack.pid("datanode0")), "environ");
        assertThat(Files.readString(environment, StandardCharsets.ISO_8859_1))
                .contains(Files.readString(own).strip(), "LAMBDAFS_STORE_ROLE=datanode")
                .doesNotContain(Files.readString(conf.resolve("store.secret")).strip());
    }

    /*
     * A gateway signs with the key's file, which it reads again. On another machine the file is a copy, which nobody
     * has replaced by the new key.
     */
    private void replacedKeyHasAnEnd(Stack stack, Path token) throws Exception {
        Path key = stack.dataDir().resolve("security").resolve("service.key");
        Path copy = Files.copy(key, directory.resolve("copy.key"), StandardCopyOption.COPY_ATTRIBUTES);

        stack.run("security", "replace-key");

        assertThat(Files.readString(key)).startsWith("2:");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
                .isEqualTo("rw-------");
        String[] lists = new String[6];
        Arrays.fill(lists, "-ls /user");
        assertThat(HadoopProgram.of(stack, true)
                        .with(SERVICE_KEY_FILE, copy.toString())
                        .run(lists))
                .doesNotContain("-ls /user: 1");
        assertThat(HadoopProgram.of(stack, false)
                        .with(TOKEN_FILE, token.toString())
                        .run(lists))
                .doesNotContain("-ls /user: 1");

        stack.run("security", "replace-key", "--old-keys-minutes", "0");

        for (StackStatus.Instance instance : stack.instances()) {
            // Others refuse it when they have read the keys again, within half a minute.
            boolean unused = Stack.trySignal("KILL", instance.pid());
        }
        assertThat(HadoopProgram.of(stack, true)
                        .with(SERVICE_KEY_FILE, copy.toString())
                        .run("-ls /user"))
                .contains("was replaced", "[-ls /user: 1]");
        assertThat(HadoopProgram.of(stack, false)
                        .with(TOKEN_FILE, token.toString())
                        .run(lists))
                .doesNotContain("-ls /user: 1");
    }

    private static List<Member> membersAsStrangersSeeThem(Stack stack) {
        ZooKeeperConfig config = new ZooKeeperConfig(
                stack.zooKeeper(), "lambdafs", Duration.ofSeconds(5), ZooKeeperConfig.DEFAULT_BOUND);
        try (Coordinator stranger = ZooKeeperCoordinator.connect(config, System::nanoTime)) {
            return stranger.members();
        }
    }

    private static void strangersAreRefused(Stack stack, Path token) throws Exception {
        assertThat(HadoopProgram.of(stack, true).run("-ls /", "-D lambdafs.client.secure=false -ls /"))
                .contains("neither a delegation token", "kinit", "[-ls /: 1]")
                .contains("SIMPLE authentication is not enabled", "secure=false -ls /: 1]");
        assertThat(HadoopProgram.of(stack, false).run("-ls /"))
                .contains("SIMPLE authentication is not enabled", "[-ls /: 1]");

        String forged = ForgedToken.like(token).toString();
        assertThat(HadoopProgram.of(stack, true).with(TOKEN_FILE, forged).run("-ls /"))
                .contains("the request's signature does not fit", "[-ls /: 1]");
        assertThat(HadoopProgram.of(stack, false).with(TOKEN_FILE, forged).run("-ls /"))
                .contains("DIGEST-MD5", "[-ls /: 1]")
                .doesNotContain("Found");
    }

    /* What a store looks like to an instance in secure mode that belongs to a cluster in simple mode. */
    private static void instanceOfTheOtherModeIsNoNameNode(Stack stack, Path token) throws Exception {
        try (MetadataStore store = stack.openStore();
                Transaction tx = store.beginWrite(store.registerWriter("test"))) {
            ServiceKeys keys = new ServiceKeys(tx);
            keys.all().forEach(key -> keys.remove(key.number()));
            tx.commit();
        }
        for (StackStatus.Instance instance : stack.instances()) {
            boolean unused = Stack.trySignal("KILL", instance.pid());
        }
        assertThat(HadoopProgram.of(stack, true)
                        .with(TOKEN_FILE, token.toString())
                        .run("-ls /"))
                .contains("this process is in secure mode, and the cluster's store is not", "[-ls /: 1]");
    }

    private static void aliceIsAlice(Stack stack, Path token) throws Exception {
        for (boolean plugin : new boolean[] {true, false}) {
            String file = "/user/alice/" + plugin;
            assertThat(HadoopProgram.of(stack, plugin)
                            .with(TOKEN_FILE, token.toString())
                            // No matter which name she gives.
                            .with("HADOOP_USER_NAME", System.getProperty("user.name"))
                            .run("-touchz " + file, "-stat %u " + file, "-mkdir /nope"))
                    .contains(
                            "[-touchz " + file + ": 0]",
                            "alice\n",
                            "Permission denied: user=alice",
                            "[-mkdir /nope: 1]");
        }
    }
}
