package io.lambdafs.secure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.system.Await;
import io.lambdafs.system.Gateways;
import io.lambdafs.system.Stack;
import io.lambdafs.wire.tls.TlsContexts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.token.Token;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A stack whose gateways know users by Kerberos, and users who come with tickets, or with tokens that they got for tickets. */
@Timeout(240)
final class KerberosTest {
    private static final String TOKEN_FILE = "HADOOP_TOKEN_FILE_LOCATION";

    @TempDir
    private static Path directory;

    private static Kdc kdc;
    private static Stack stack;

    @BeforeAll
    static void start() throws Exception {
        kdc = Kdc.start(directory, "hdfs/localhost", "HTTP/localhost", "alice", "yarn");
        stack = Stack.unstarted(
                        1,
                        1,
                        "--gateway",
                        "1",
                        "--secure",
                        "--kerberos-principal",
                        "hdfs/localhost@EXAMPLE.COM",
                        "--kerberos-keytab",
                        kdc.keytab().toString())
                .with(new Stack.Launcher(
                        Stack.Launcher.ofThisCheckout().command(), Map.of("JAVA_TOOL_OPTIONS", kdc.jvmOption())));
        stack.startAgain();
        stack.run("dfs", "-mkdir", "-p", "/user/alice");
        stack.run("dfs", "-chown", "alice", "/user/alice");
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

    private static HttpResponse<String> get(HttpClient client, URI page) throws Exception {
        return client.send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofString());
    }
}
