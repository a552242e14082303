package io.lambdafs.gateway.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.system.Await;
import io.lambdafs.system.Gateways;
import io.lambdafs.system.SharedStack;
import io.lambdafs.system.Stack;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a browser gets of the console. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
final class ConsoleTest {
    private static final Path HOME = new Path("/console");
    private static final Duration BOUND = Duration.ofSeconds(60);
    private static final int MORE_THAN_A_PAGE = 1_002;

    private final HttpClient browser = HttpClient.newHttpClient();
    private URI server;
    private FileSystem fs;

    @BeforeEach
    void open() throws IOException {
        Stack stack = SharedStack.get();
        server = Gateways.httpAddress(stack, 0);
        fs = stack.newClient();
        fs.mkdirs(HOME);
    }

    @AfterEach
    void remove() throws IOException {
        fs.delete(HOME, true);
        fs.close();
    }

    @Test
    void overview_showsCapacityDataNodesAndFunctions() throws Exception {
        Await.until(
                "the gateway has read the platform's metrics",
                BOUND,
                () -> body("/").contains("<td>namenode0</td>"));

        assertThat(body("/"))
                .contains("The file system answers, and nothing is missing.")
                .containsPattern("<span>live DataNodes</span>\\s*<b>1</b>")
                .contains("class=\"state\">live<")
                .contains("cold starts so far");
    }

    @Test
    void functionsAndLoad_showWhatClientsDo() throws Exception {
        body("/load");
        Await.until("a reading saw this test's operations", BOUND, () -> {
            fs.exists(HOME);
            return body("/load").contains("<td>getFileInfo</td>");
        });

        assertThat(body("/load")).contains("<svg ").contains("Operations per second");
        assertThat(body("/functions"))
                .contains("<h2>Instances</h2>")
                .contains("class=\"state\">valid<")
                .contains("at AWS Lambda&#39;s prices");
    }

    @Test
    void browserOfFiles_showsAFileWithItsBlocks() throws Exception {
        try (OutputStream out = fs.create(new Path(HOME, "f"))) {
            out.write(new byte[2_000]);
        }
        fs.setPermission(new Path(HOME, "f"), new FsPermission((short) 0640));

        assertThat(body("/explorer?path=/console"))
                .contains("class=\"mode\">-rw-r-----<")
                .contains("<td class=\"n\">2.0 KB</td>")
                .contains("/explorer?path=%2Fconsole%2Ff");
        assertThat(body("/explorer?path=/console/f&user.name=" + owner()))
                .contains("<td>blk_")
                .contains("<td class=\"n\">2.0 KB</td>");
        assertThat(body("/explorer?path=/&sizes=true"))
                .contains("console/")
                .contains("<th class=\"n\">directories</th>");
    }

    @Test
    void largeDirectory_isShownPageByPage() throws Exception {
        IntStream.range(0, MORE_THAN_A_PAGE).parallel().forEach(this::makeDirectory);

        String first = body("/explorer?path=/console");
        assertThat(first).contains("d0000/").doesNotContain("d1001/").contains("Next page");
        String second = body("/explorer?path=/console&after=d0999");
        assertThat(second).contains("d1001/").doesNotContain("d0999/").doesNotContain("Next page");
    }

    private void makeDirectory(int number) {
        try {
            fs.mkdirs(new Path(HOME, String.format("d%04d", number)));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void nameThatLooksLikeHtml_isText() throws Exception {
        String name = "<img src=x onerror=alert(1)>";
        fs.mkdirs(new Path(HOME, name));

        assertThat(body("/explorer?path=/console"))
                .contains("&lt;img src=x onerror")
                .doesNotContain("<img src=x");
        String absent = "/explorer?path=" + URLEncoder.encode("/none" + name, StandardCharsets.UTF_8);
        assertThat(get(absent).body()).contains("There is no file").doesNotContain("<img src=x");
    }

    @Test
    void directories_areShownWithTheirSizes_asTheUserMaySeeThem() throws Exception {
        Path closed = new Path(HOME, "closed");
        try (OutputStream out = fs.create(new Path(closed, "f"))) {
            out.write(new byte[5_000]);
        }
        fs.setPermission(closed, new FsPermission((short) 0700));

        // One that is not known to the gateway yet, so that nothing older is shown.
        String stranger = "/directories?user.name=stranger" + System.nanoTime();
        Await.until("the directories are summed up", BOUND, () -> body(stranger).contains(">/console/closed</a>"));
        assertThat(body(stranger)).doesNotContain("4.9 KB").contains("They are summed up again after 5 minutes");
        Await.until(
                "the directories are summed up",
                BOUND,
                () -> body("/directories?user.name=" + owner()).contains(">/console/closed</a>"));
        assertThat(body("/directories?by=files&user.name=" + owner())).contains("4.9 KB");
        assertThat(get("/directories?from=x").statusCode()).isEqualTo(400);
    }

    @Test
    void housekeeping_isWhatTheDataNodesSay() throws Exception {
        Await.until(
                "the DataNode has rounds", BOUND, () -> body("/housekeeping").contains(">on duty<"));

        assertThat(body("/housekeeping"))
                .contains("does the housekeeping.")
                .contains("<span>copies ordered</span>")
                .contains("<span>outcomes forgotten</span>");
    }

    @Test
    void whatAUserMayNotSee_isRefused_andWhatIsNotThereIsNotFound() throws Exception {
        fs.mkdirs(new Path(HOME, "closed"), new FsPermission((short) 0700));
        fs.setPermission(new Path(HOME, "closed"), new FsPermission((short) 0700));

        assertThat(get("/explorer?path=/console/closed&user.name=stranger").statusCode())
                .isEqualTo(403);
        assertThat(get("/explorer?path=/console/closed&user.name=" + owner()).statusCode())
                .isEqualTo(200);
        assertThat(get("/explorer?path=/console/none").statusCode()).isEqualTo(404);
        assertThat(get("/explorer?path=console").statusCode()).isEqualTo(400);
        assertThat(get("/explorer?path=/console/../../etc/passwd").statusCode()).isEqualTo(404);
    }

    @Test
    void pages_onlyRead_andNeedNothingFromElsewhere() throws Exception {
        for (String page : List.of("/", "/functions", "/load", "/explorer", "/directories", "/housekeeping")) {
            HttpResponse<String> answer = get(page);
            assertThat(answer.headers().firstValue("Content-Security-Policy").orElse(""))
                    .contains("default-src 'none'");
            assertThat(answer.body()).doesNotContain("<script", "=\"http", "=\"//", " style=", "onclick");
            HttpRequest post = HttpRequest.newBuilder(server.resolve(page))
                    .POST(BodyPublishers.ofString("path=/"))
                    .build();
            assertThat(browser.send(post, BodyHandlers.discarding()).statusCode())
                    .isEqualTo(405);
        }
        assertThat(body("/console.css")).contains("body {");
    }

    private static String owner() {
        return System.getProperty("user.name");
    }

    private String body(String page) throws Exception {
        HttpResponse<String> answer = get(page);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    private HttpResponse<String> get(String page) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(server.resolve(page)).timeout(BOUND).build();
        return browser.send(request, BodyHandlers.ofString());
    }
}
