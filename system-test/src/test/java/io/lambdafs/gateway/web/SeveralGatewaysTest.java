package io.lambdafs.gateway.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.system.Gateways;
import io.lambdafs.system.Stack;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A stack with several gateways: each has a web server of its own, and a client of WebHDFS may use any of them. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
final class SeveralGatewaysTest {
    private static final Duration BOUND = Duration.ofSeconds(60);
    private static final List<String> PAGES =
            List.of("/", "/functions", "/load", "/explorer", "/directories", "/housekeeping", "/jmx", "/prom");

    private final HttpClient browser = HttpClient.newHttpClient();

    @Test
    void eachServesAll_andAClientGoesOnAtAnother() throws Exception {
        try (Stack stack = Stack.start(1, 1, "--gateway", "2")) {
            List<URI> servers = List.of(Gateways.httpAddress(stack, 0), Gateways.httpAddress(stack, 1));
            assertThat(servers).doesNotHaveDuplicates();
            for (URI server : servers) {
                for (String page : PAGES) {
                    assertThat(send("GET", server.resolve(page)).statusCode())
                            .as("%s%s", server, page)
                            .isEqualTo(200);
                }
            }
            String user = "&user.name=" + System.getProperty("user.name");
            assertThat(send("PUT", servers.get(0).resolve("/webhdfs/v1/several?op=MKDIRS" + user))
                            .body())
                    .isEqualTo("{\"boolean\":true}");
            assertThat(send("GET", servers.get(1).resolve("/explorer")).body()).contains("several/");

            try (FileSystem fs = webHdfs(stack)) {
                Path file = new Path("/several/file");
                fs.create(file).close();
                Stack.signal("KILL", stack.pid("gateway0"));
                try (FSDataInputStream in = fs.open(file)) {
                    assertThat(in.read()).isEqualTo(-1);
                }
                assertThat(fs.delete(file, false)).isTrue();
            }
        }
    }

    /** A client with the settings that the stack prints for clients without the plugin. */
    private static FileSystem webHdfs(Stack stack) throws Exception {
        Configuration settings = new Configuration();
        for (String file : List.of("core-site.xml", "hdfs-site.xml")) {
            settings.addResource(new Path(
                    stack.dataDir().resolve("conf/without-plugin").resolve(file).toUri()));
        }
        settings.setInt("dfs.replication", 1);
        return FileSystem.newInstance(URI.create("webhdfs://lambdafs/"), settings);
    }

    private HttpResponse<String> send(String method, URI place) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(place)
                .timeout(BOUND)
                .method(method, BodyPublishers.noBody())
                .build();
        return browser.send(request, BodyHandlers.ofString());
    }
}
