package io.lambdafs.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.store.StoreConfig;
import io.lambdafs.system.Await;
import io.lambdafs.system.Gateways;
import io.lambdafs.system.Stack;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * A DataNode as Hadoop releases it, with none of the project's classes, takes a gateway for its NameNode. It is the only DataNode of the
 * file system.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class StockDataNodeTest {
    private static final Duration BOUND = Duration.ofSeconds(60);
    private static final int BYTES = 3 << 20;

    /** Kept if the test fails: the logs are there. */
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private java.nio.file.Path work;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void endDataNodes() throws InterruptedException {
        for (Process process : started) {
            kill(process);
        }
    }

    @Test
    @Tag("extended")
    void stockDataNode_keepsTheFiles_alsoWhenItAndTheGatewayHaveBeenKilled() throws Exception {
        byte[] content = new byte[BYTES];
        new Random(7).nextBytes(content);
        try (Stack stack = Stack.start(1, 0, "--gateway", "off")) {
            int port;
            Process dataNode;
            try (GatewayProcess gateway = start(stack, 0)) {
                port = gateway.address().getPort();
                dataNode = dataNode(port, "first");
                try (DistributedFileSystem client =
                        Gateways.client(Map.of("fs.defaultFS", gateway.address().toString()))) {
                    Await.until(
                            "the DataNode is known", BOUND, () -> live(client).size() == 1);
                    assertThat(blockFiles()).isEmpty();
                    write(client, "/f", content);
                    write(client, "/g", content);
                    assertThat(read(client, "/f")).isEqualTo(content);
                    assertThat(blockFiles()).hasSizeGreaterThanOrEqualTo(2);
                    // It is counted with what the DataNode reports, which is not part of the write.
                    Await.until(
                            "its blocks are counted",
                            BOUND,
                            () -> live(client).get(0).getNumBlocks() >= 2);
                    assertThat(client.getFileBlockLocations(new Path("/f"), 0, BYTES)[0].getNames())
                            .containsExactly(live(client).get(0).getXferAddr());

                    // What the store wants of it comes with its heartbeats.
                    int before = blockFiles().size();
                    client.delete(new Path("/g"), false);
                    Await.until(
                            "its blocks are deleted", BOUND, () -> blockFiles().size() < before);
                }
                kill(dataNode);
            }
            // A former life of DataNode and gateway are in the store, and in nobody's way.
            try (GatewayProcess gateway = start(stack, port)) {
                dataNode(port, "second");
                try (DistributedFileSystem client =
                        Gateways.client(Map.of("fs.defaultFS", gateway.address().toString()))) {
                    Await.until("the content is there", BOUND, () -> isReadable(client, "/f"));
                    assertThat(read(client, "/f")).isEqualTo(content);
                    write(client, "/h", content);
                    assertThat(read(client, "/h")).isEqualTo(content);
                }
            }
        }
    }

    private GatewayProcess start(Stack stack, int port) throws Exception {
        StoreConfig store = stack.storeConfig();
        return GatewayProcess.start(
                stack,
                port,
                work,
                Map.of("LAMBDAFS_STORE_USER", store.user(), "LAMBDAFS_STORE_PASSWORD", store.password()),
                "--datanodes",
                store.url());
    }

    private Process dataNode(int gatewayPort, String name) throws IOException {
        Process process = StockDataNode.start(work, gatewayPort, name, "blocks", Map.of());
        started.add(process);
        return process;
    }

    private static void kill(Process process) throws InterruptedException {
        process.destroyForcibly();
        assertThat(process.waitFor(BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    private static List<DatanodeInfo> live(DistributedFileSystem client) throws IOException {
        return List.of(client.getDataNodeStats(DatanodeReportType.LIVE));
    }

    private List<java.nio.file.Path> blockFiles() throws IOException {
        java.nio.file.Path blocks = work.resolve("blocks");
        if (!Files.exists(blocks)) {
            return List.of();
        }
        try (Stream<java.nio.file.Path> files = Files.walk(blocks)) {
            return files.filter(file -> file.getFileName().toString().matches("blk_\\d+"))
                    .toList();
        }
    }

    private static void write(DistributedFileSystem client, String path, byte[] content) throws IOException {
        try (OutputStream out = client.create(new Path(path))) {
            out.write(content);
        }
    }

    private static boolean isReadable(DistributedFileSystem client, String path) {
        try {
            return read(client, path).length == BYTES;
        } catch (IOException notYet) {
            return false;
        }
    }

    private static byte[] read(DistributedFileSystem client, String path) throws IOException {
        try (InputStream in = client.open(new Path(path))) {
            return in.readAllBytes();
        }
    }
}
