package io.lambdafs.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands and settings that the chart gives its containers, run as processes of this machine, each at an address of its own; and a
 * client with the configuration that the chart makes for clients.
 */
@Tag("helm")
final class ChartProcessesTest {
    private static final int FUNCTIONS = 2;

    /** One: each takes a port of the loopback interface, of which pods have one each, and processes all the same. */
    private static final int DATANODES = 1;

    private static final int GATEWAY_HTTP_PORT = 9870;
    private static final int MILLIS_FOR_AN_ANSWER = 60_000;

    @TempDir
    private Path work;

    @Test
    void whatTheChartRuns_servesAClient() throws Exception {
        HelmChart.Search search = HelmChart.find();
        assumeTrue(search.found() != null, search.leftOut());
        JsonNode objects = search.found()
                .objects(ChartTest.values(
                        "functions.deployments=" + FUNCTIONS,
                        "datanodes.count=" + DATANODES,
                        "functions.superuser=" + System.getProperty("user.name")));
        try (ChartProcesses processes = ChartProcesses.start(objects, DATANODES, work)) {
            Configuration configuration = configuration(processes);
            assertThat(ToolRunner.run(new FsShell(configuration), new String[] {"-mkdir", "-p", "/a/b"}))
                    .as(processes.said())
                    .isZero();
            try (FileSystem client = FileSystem.newInstance(URI.create("hdfs://lambdafs/"), configuration)) {
                processes.awaitDataNodes();
                org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/a/b/file");
                try (FSDataOutputStream out = client.create(file)) {
                    out.writeUTF("content");
                }
                try (FSDataInputStream in = client.open(file)) {
                    assertThat(in.readUTF()).isEqualTo("content");
                }
                assertThat(client.getFileStatus(file).getReplication()).isEqualTo((short) DATANODES);
            }
            stockClientIsServed(processes);
            assertThat(processes.end()).as(processes.said()).containsOnly(0, 143);
        }
    }

    private static Configuration filesOf(ChartProcesses processes, String configMap) {
        Configuration configuration = new Configuration();
        Map<String, String> files = processes.configuration(configMap);
        assertThat(files).containsOnlyKeys("core-site.xml", "hdfs-site.xml");
        files.forEach((file, xml) -> {
            assertThat(xml).as(file).startsWith("<?xml");
            configuration.addResource(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)), file);
        });
        return configuration;
    }

    /* A client without the plugin, by the gateway. */
    private static void stockClientIsServed(ChartProcesses processes) throws Exception {
        processes.awaitGateway();
        Configuration configuration = filesOf(processes, "lambdafs-stock-client");
        assertThat(configuration.get("fs.defaultFS")).isEqualTo("hdfs://lambdafs-gateway.files.svc.cluster.local:8020");
        configuration.set("fs.defaultFS", "hdfs://" + processes.gateway() + ":8020");
        try (FileSystem client = FileSystem.newInstance(configuration);
                FSDataInputStream in = client.open(new org.apache.hadoop.fs.Path("/a/b/file"))) {
            assertThat(in.readUTF()).isEqualTo("content");
        }
        assertThat(listing(processes.gateway(), "lambdafs-gateway.files.svc:9870"))
                .startsWith("HTTP/1.1 200 ")
                .contains("\"pathSuffix\":\"file\"");
        assertThat(listing(processes.gateway(), "evil.example")).startsWith("HTTP/1.1 403 ");
    }

    /* What WebHDFS answers to a client that calls the gateway by this name. */
    private static String listing(String address, String host) throws IOException {
        try (Socket socket = new Socket(address, GATEWAY_HTTP_PORT)) {
            socket.setSoTimeout(MILLIS_FOR_AN_ANSWER);
            String request =
                    "GET /webhdfs/v1/a/b?op=LISTSTATUS HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static Configuration configuration(ChartProcesses processes) {
        Configuration configuration = filesOf(processes, "lambdafs-client");
        assertThat(configuration.get("lambdafs.client.function-url"))
                .isEqualTo("http://lambdafs-{function}.files.svc.cluster.local:8080/");
        configuration.set("lambdafs.client.function-url", processes.functionUrl());
        configuration.set(
                "lambdafs.client.function-secret-file", processes.httpSecret().toString());
        configuration.set("lambdafs.client.sharing", "none");
        return configuration;
    }
}
