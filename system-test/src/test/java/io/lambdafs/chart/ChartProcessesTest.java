package io.lambdafs.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
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

    @TempDir
    private Path work;

    @Test
    void whatTheChartRuns_servesAClient() throws Exception {
        Chart.Search search = Chart.find();
        assumeTrue(search.found() != null, search.leftOut());
        JsonNode objects = search.found()
                .objects(ChartTest.values(
                        "functions.deployments=" + FUNCTIONS,
                        "datanodes.count=" + DATANODES,
                        "functions.superuser=" + System.getProperty("user.name")));
        try (ChartProcesses processes = ChartProcesses.start(objects, DATANODES, work)) {
            Configuration configuration = configuration(objects, processes);
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
            assertThat(processes.end()).as(processes.said()).containsOnly(0, 143);
        }
    }

    private static Configuration configuration(JsonNode objects, ChartProcesses processes) {
        Configuration configuration = new Configuration();
        for (JsonNode object : objects) {
            if (object.path("kind").asText().equals("ConfigMap")) {
                for (String file : List.of("core-site.xml", "hdfs-site.xml")) {
                    String xml = object.path("data").path(file).asText();
                    assertThat(xml).as(file).startsWith("<?xml");
                    configuration.addResource(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)), file);
                }
            }
        }
        assertThat(configuration.get("lambdafs.client.function-url"))
                .isEqualTo("http://lambdafs-{function}.files.svc.cluster.local:8080/");
        configuration.set("lambdafs.client.function-url", processes.functionUrl());
        configuration.set(
                "lambdafs.client.function-secret-file", processes.httpSecret().toString());
        configuration.set("lambdafs.client.sharing", "none");
        return configuration;
    }
}
