package io.lambdafs.secure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.secure.stranger.Doors;
import io.lambdafs.secure.stranger.StrangersGreeting;
import io.lambdafs.system.Await;
import io.lambdafs.system.Gateways;
import io.lambdafs.system.ListeningPorts;
import io.lambdafs.system.Stack;
import io.lambdafs.system.StackStatus;
import io.lambdafs.tidy.CheckoutSources;
import io.lambdafs.wire.tls.TlsContexts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.token.Token;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A stack whose gateways know users by Kerberos, and users who come with tickets, or with tokens that they got for tickets. */
@Timeout(240)
final class KerberosTest {
    private static final String TOKEN_FILE = "HADOOP_TOKEN_FILE_LOCATION";

    @TempDir
    private static Path directory;

    /* As on many clusters: the principal of a NameNode is another name than its user's, and services have hosts in theirs. */
    private static final String RULES = """
            RULE:[2:$1@$0](nn@EXAMPLE.COM)s/.*/hdfs/
            RULE:[2:$1@$0](nightly@EXAMPLE.COM)s/.*/etl/
            RULE:[1:$1@$0](.*@EXAMPLE.COM)s/@.*//
            """;

    private static Kdc kdc;
    private static MachineGroups groups;
    private static Stack stack;

    @BeforeAll
    static void start() throws Exception {
        kdc = Kdc.start(
                directory,
                "nn/localhost",
                "HTTP/localhost",
                "alice",
                "bob",
                "yarn",
                "oozie",
                "hue",
                "livy",
                "nightly/localhost",
                "mallory/localhost");
        groups = new MachineGroups(Files.createDirectory(directory.resolve("machine")))
                .with("alice", "staff")
                .with("bob", "guests");
        stack = Stack.unstarted(
                        1,
                        1,
                        "--gateway",
                        "1",
                        "--secure",
                        "--kerberos-principal",
                        "nn/localhost@EXAMPLE.COM",
                        "--kerberos-keytab",
                        kdc.keytab().toString())
                .with(new Stack.Launcher(
                        Stack.Launcher.ofThisCheckout().command(),
                        Map.of("JAVA_TOOL_OPTIONS", kdc.jvmOption(), "PATH", groups.path())));
        stack.startAgain();
        SiteFile.write(stack.dataDir().resolve("conf").resolve("gateway-site.xml"), gatewaySettings());
        stack.killAndRestart("gateway0");
        stack.run("dfs", "-mkdir", "-p", "/user/alice");
        stack.run("dfs", "-chown", "alice", "/user/alice");
    }

    private static Map<String, String> gatewaySettings() {
        return Map.of(
                "hadoop.security.auth_to_local",
                RULES,
                "hadoop.security.group.mapping",
                MachineGroups.MAPPING,
                // Longer than this test takes.
                "hadoop.security.groups.cache.secs",
                "3600",
                "hadoop.proxyuser.oozie.hosts",
                "localhost",
                "hadoop.proxyuser.oozie.users",
                "alice",
                "hadoop.proxyuser.livy.hosts",
                "*",
                "hadoop.proxyuser.livy.groups",
                "staff",
                "hadoop.proxyuser.hue.hosts",
                "10.1.2.3",
                "hadoop.proxyuser.hue.users",
                "*");
    }

    @AfterAll
    static void stop() throws Exception {
        if (stack != null) {
            stack.close();
        }
        if (kdc != null) {
            kdc.close();
        }
    }

    @Test
    void ticketsAndTokens_letTheirUserIn_withThePluginAndWithout() throws Exception {
        String token = directory.resolve("token").toString();
        Path local = Files.writeString(directory.resolve("local"), "content\n");
        for (boolean plugin : new boolean[] {true, false}) {
            String file = "/user/alice/" + plugin;
            assertThat(HadoopProgram.of(stack, plugin)
                            .as("alice", kdc)
                            .run(
                                    "-put " + local + " " + file,
                                    "-cat " + file,
                                    "-mkdir /nope",
                                    "token yarn " + token,
                                    "renew " + token))
                    .contains("content\n", file + ": 0]", "Permission denied: user=alice", "[-mkdir /nope: 1]")
                    .contains("[token yarn " + token + ": 0]")
                    .contains("non-matching renewer yarn", "[renew " + token + ": 1]");
            assertThat(withKdc(plugin).run("-ls /user"))
                    .contains("[-ls /user: 1]")
                    .doesNotContain("Found");
            assertThat(withKdc(!plugin).with(TOKEN_FILE, token).run("-ls /user", "token yarn " + token + "2"))
                    .contains("/user/alice", "[-ls /user: 0]")
                    .contains("Delegation Token can be issued only with kerberos or web authentication");
            assertThat(HadoopProgram.of(stack, !plugin)
                            .as("yarn", kdc)
                            .run("renew " + token, "cancel " + token, "renew " + token))
                    .contains("[renew " + token + ": 0]", "[cancel " + token + ": 0]")
                    .contains("unknown token", "[renew " + token + ": 1]");
        }
    }

    private static HadoopProgram withKdc(boolean plugin) {
        return HadoopProgram.of(stack, plugin).with("JAVA_TOOL_OPTIONS", kdc.jvmOption());
    }

    @Test
    void pagesOfTheWebServer_areShownToNobodyWhoIsNotKnown() throws Exception {
        URI web = Gateways.httpAddress(stack, 0);
        HttpClient client = HttpClient.newBuilder()
                .sslContext(TlsContexts.client(
                        stack.dataDir().resolve("security").resolve("ca.crt"), System::nanoTime, warning -> {}))
                .build();
        assertThat(web.getScheme()).isEqualTo("https");
        assertThatThrownBy(() -> get(HttpClient.newHttpClient(), web))
                .as("Java does not know the stack's authority")
                .isInstanceOf(SSLException.class);
        assertThatThrownBy(() -> get(client, URI.create("http://" + web.getAuthority())))
                .as("not without encryption")
                .isInstanceOf(IOException.class);
        Path token = directory.resolve("of-alice");
        stack.run("token", "alice", token.toString());
        String status = "/webhdfs/v1/user?op=GETFILESTATUS&delegation=";
        Token<?> real = Credentials.readTokenStorageFile(token.toFile(), new Configuration(false))
                .getAllTokens()
                .iterator()
                .next();
        // A gateway that no NameNode has told of the token within a second says so, and a client asks again.
        Await.until(
                "the token lets in",
                Duration.ofSeconds(60),
                () -> get(client, web.resolve(status + real.encodeToUrlString()))
                                .statusCode()
                        == 200);
        assertThat(get(client, web.resolve(status + ForgedToken.of(token).encodeToUrlString()))
                        .statusCode())
                .isEqualTo(403);
        for (String page : List.of(
                "/",
                "/explorer",
                "/functions",
                "/jmx",
                "/conf",
                "/prom",
                "/stacks",
                "/logLevel",
                "/fsck?path=/",
                "/webhdfs/v1/?op=LISTSTATUS",
                "/webhdfs/v1/?op=LISTSTATUS&user.name=hdfs",
                "/webhdfs/v1/?op=LISTSTATUS&doas=hdfs",
                "/webhdfs/v1/?op=LISTSTATUS&delegation=AAAA",
                "/jmx?delegation=AAAA")) {
            HttpResponse<String> answer = get(client, web.resolve(page));
            assertThat(answer.statusCode()).as(page).isIn(401, 403);
            assertThat(answer.body()).as(page).doesNotContain("FileStatuses", "alice");
        }
    }

    @Test
    void usersOfWebHdfs_comeByHttps() throws Exception {
        String root = "swebhdfs://localhost:" + Gateways.httpAddress(stack, 0).getPort();
        Path local = Files.writeString(directory.resolve("web"), "content of the web\n");
        for (boolean plugin : new boolean[] {true, false}) {
            String made = root + "/user/alice/web" + plugin;
            assertThat(HadoopProgram.of(stack, plugin)
                            .as("alice", kdc)
                            .run(
                                    "-mkdir " + made,
                                    "-put " + local + " " + made + "/file",
                                    "-appendToFile " + local + " " + made + "/file",
                                    "-ls " + made,
                                    "-cat " + made + "/file",
                                    "-checksum " + made + "/file",
                                    "-put " + local + " " + root + "/nope"))
                    .contains("content of the web\ncontent of the web\n", "/file: 0]", "-of-0MD5-of-512CRC32C")
                    .contains("[-mkdir " + made + ": 0]", "/user/alice/web" + plugin)
                    .contains("Permission denied: user=alice", "/nope: 1]");
        }
    }

    @Test
    @Tag("extended")
    void proxyUsers_actForThoseWhoAreTheirs_fromTheirHosts() throws Exception {
        for (boolean plugin : new boolean[] {true, false}) {
            String made = "/user/alice/by-oozie-" + plugin;
            String token = directory.resolve("by-oozie-" + plugin).toString();
            assertThat(HadoopProgram.of(stack, plugin)
                            .as("oozie", kdc)
                            .run(
                                    "as alice -touchz " + made,
                                    "as alice -stat %u " + made,
                                    "-touchz /user/alice/not-as-alice",
                                    "as alice token yarn " + token,
                                    "as bob -ls /user"))
                    .contains("[as alice -touchz " + made + ": 0]", "alice\n[as alice -stat %u " + made + ": 0]")
                    .contains("Permission denied: user=oozie")
                    .contains("[as alice token yarn " + token + ": 0]")
                    .contains("User: oozie@EXAMPLE.COM is not allowed to impersonate bob", "[as bob -ls /user: 1]");
        }
        assertThat(HadoopProgram.of(stack, true).as("livy", kdc).run("as alice -ls /user", "as bob -ls /user"))
                .as("for members of a group")
                .contains("[as alice -ls /user: 0]")
                .contains("livy@EXAMPLE.COM is not allowed to impersonate bob", "[as bob -ls /user: 1]");
        assertThat(HadoopProgram.of(stack, false)
                        .as("hue", kdc)
                        .run("as alice -D dfs.client.failover.max.attempts=1 -ls /user"))
                .as("from another host than its own")
                .contains("Unauthorized connection for super-user: hue@EXAMPLE.COM from IP", "-ls /user: 1]");
    }

    @Test
    @Tag("extended")
    void proxyUsers_areThoseOfTheWebServer() throws Exception {
        String root = "swebhdfs://localhost:" + Gateways.httpAddress(stack, 0).getPort();
        String made = root + "/user/alice/web-by-oozie";
        assertThat(HadoopProgram.of(stack, false)
                        .as("oozie", kdc)
                        .run("as alice -mkdir " + made, "as alice -stat %u " + made, "as bob -ls " + root + "/user"))
                .contains("[as alice -mkdir " + made + ": 0]", "alice\n[as alice -stat")
                .contains("is not allowed to impersonate bob", "/user: 1]");
    }

    @Test
    @Tag("extended")
    void rulesForNames_makeUsersOfPrincipals() throws Exception {
        stack.run("dfs", "-mkdir", "/user/etl");
        stack.run("dfs", "-chown", "etl", "/user/etl");
        for (boolean plugin : new boolean[] {true, false}) {
            String made = "/user/etl/" + plugin;
            assertThat(HadoopProgram.of(stack, plugin)
                            .as("nightly/localhost", kdc)
                            .run("-mkdir " + made, "-stat %u " + made, "-mkdir /nope"))
                    .contains("[-mkdir " + made + ": 0]", "etl\n[-stat", "Permission denied: user=etl");
        }
    }

    @Test
    @Tag("long")
    void principalWithoutARule_isNobody() throws Exception {
        // Hadoop's client tries several times, because the server hangs up without a word, as a NameNode does.
        assertThat(HadoopProgram.of(stack, false)
                        .as("mallory/localhost", kdc)
                        .run("-D dfs.client.failover.max.attempts=1 -ls /user"))
                .contains("-ls /user: 1]")
                .doesNotContain("Found");
    }

    @Test
    @Tag("extended")
    void changedGroups_countAfterARefresh_alsoForTokensThatWereIssuedBefore() throws Exception {
        stack.run("dfs", "-mkdir", "/team");
        stack.run("dfs", "-chown", ":team", "/team");
        stack.run("dfs", "-chmod", "770", "/team");
        String token = directory.resolve("before-the-change").toString();
        assertThat(HadoopProgram.of(stack, true).as("alice", kdc).run("token yarn " + token, "-ls /team"))
                .contains(": 0]", "Permission denied: user=alice");

        groups.with("alice", "staff team");
        assertThat(HadoopProgram.of(stack, false)
                        .as("alice", kdc)
                        .run("-ls /team", "dfsadmin -refreshUserToGroupsMappings"))
                .as("the gateway goes by what it has read, and only a superuser has it read again")
                .contains("Permission denied: user=alice", "[-ls /team: 1]")
                .contains("Access denied for user alice. Superuser privilege is required");
        refreshGroups();
        assertThat(HadoopProgram.of(stack, false).as("alice", kdc).run("-ls /team"))
                .contains("[-ls /team: 0]");
        assertThat(withTokenReadAnew(token)).contains("[-ls /team: 0]");

        groups.with("alice", "staff");
        refreshGroups();
        assertThat(withTokenReadAnew(token)).contains("Permission denied: user=alice", "[-ls /team: 1]");
    }

    private static void refreshGroups() throws Exception {
        assertThat(HadoopProgram.of(stack, false).as("nn/localhost", kdc).run("dfsadmin -refreshUserToGroupsMappings"))
                .as("the user that the rules make of the gateways' principal is a superuser")
                .contains("[dfsadmin -refreshUserToGroupsMappings: 0]");
    }

    /* Functions go by a token for half a minute after they have read it; new ones read it. */
    private static String withTokenReadAnew(String token) throws Exception {
        for (StackStatus.Instance instance : stack.instances()) {
            boolean unused = Stack.trySignal("KILL", instance.pid());
        }
        return withKdc(true).with(TOKEN_FILE, token).run("-ls /team");
    }

    @Test
    @Tag("extended")
    void everyPort_hasARowInTheTableOfDoors_andLetsNoStrangerIn() throws Exception {
        Assumptions.assumeTrue(ListeningPorts.areKnown(), "there is no /proc that tells which process listens where");
        Path local = Files.writeString(directory.resolve("secret"), "the content of a secret file\n");
        assertThat(HadoopProgram.of(stack, true)
                        .as("alice", kdc)
                        .run("-mkdir -p /user/alice/of-alice", "-put -f " + local + " /user/alice/of-alice/secret"))
                .contains("/secret: 0]");
        String table = Files.readString(CheckoutSources.root().resolve("SECURITY.md"));
        Map<String, List<Doors.Door>> doors = Doors.of(stack);
        assertThat(doors).containsKeys("platform", "gateway0", "datanode0", "zookeeper", "instance");
        SoftAssertions checked = new SoftAssertions();
        doors.forEach((process, ports) -> {
            checked.assertThat(ports)
                    .as("ports of %s", process)
                    .hasSizeLessThanOrEqualTo(Doors.rows(process).size());
            Doors.rows(process).forEach(row -> checked.assertThat(table).contains("| " + row + " |"));
        });
        checked.assertAll();
        assertThat(doors.values().stream().flatMap(List::stream).parallel().flatMap(door -> heard(door).stream()))
                .isEmpty();
        assertThat(stack.run("dfs", "-ls", "/")).doesNotContain(StrangersGreeting.MADE);
    }

    /* What a stranger has heard that is not for strangers. */
    private static List<String> heard(Doors.Door door) {
        List<String> heard = new ArrayList<>();
        try {
            boolean tls = StrangersGreeting.hasTls(door.at());
            for (StrangersGreeting greeting : StrangersGreeting.all("/user/alice/of-alice")) {
                String answer = greeting.answer(door.at(), tls);
                boolean page = answer.matches("(?s)HTTP/1.. 2.*");
                boolean may = Doors.shows(door.process(), greeting.name());
                if ((page && !may) || answer.contains("FileStatus") || answer.contains("of a secret file")) {
                    heard.add(door + " answers " + greeting.name() + ": " + answer);
                }
            }
        } catch (IOException e) {
            heard.add(door + ": " + e);
        }
        return heard;
    }

    private static HttpResponse<String> get(HttpClient client, URI page) throws Exception {
        return client.send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofString());
    }
}
