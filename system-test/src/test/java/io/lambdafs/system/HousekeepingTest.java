package io.lambdafs.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** What happens to replicas when nobody waits for it, over real DataNodes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class HousekeepingTest {
    private static final Duration BOUND = Duration.ofSeconds(90);

    private Stack stack;
    private FileSystem fs;

    @BeforeAll
    void start() throws IOException {
        stack = Stack.start(1, 3);
        fs = stack.newClient();
    }

    @AfterAll
    void stop() throws IOException {
        fs.close();
        stack.close();
    }

    @Test
    void blocksOfDeletedFiles_leaveTheDisks() throws Exception {
        Path file = write("/deleted", (short) 3);
        assertThat(replicaFiles()).isNotZero();
        long before = replicaFiles();

        fs.delete(file, false);

        Await.until("three replicas are gone from the disks", BOUND, () -> replicaFiles() <= before - 3);
    }

    @Test
    @Tag("extended")
    void replicasOfADeadDataNode_areMadeAnew() throws Exception {
        Path file = write("/survivor", (short) 2);
        // A file is complete with its first replica known; the DataNode of the second may report a moment later.
        Await.until("both replicas are known", BOUND, () -> locations(file).getNames().length == 2);
        List<String> holders = List.of(locations(file).getNames());
        String dead = dataNodeAt(holders.get(0));

        Stack.signal("KILL", stack.pid(dead));

        Await.until("two replicas on living DataNodes", BOUND, () -> {
            List<String> now = Arrays.asList(locations(file).getNames());
            return now.size() == 2 && !now.contains(holders.get(0));
        });
        stack.startAgain();
        Await.until("the surplus is gone", BOUND, () -> locations(file).getNames().length == 2);
    }

    private Path write(String path, short replication) throws IOException {
        Path file = new Path(path);
        try (FSDataOutputStream out = fs.create(file, true, 4096, replication, 1 << 20)) {
            out.write(new byte[100_000]);
        }
        return file;
    }

    private BlockLocation locations(Path file) throws IOException {
        return fs.getFileBlockLocations(file, 0, 1)[0];
    }

    @Test
    void dataNodes_areKnownByTheMachinesName_andReportTheirBlocks() throws Exception {
        Path file = write("/reported", (short) 1);
        // Schedulers that look for local blocks compare this with the name that they know the machine by.
        assertThat(locations(file).getHosts()).containsExactly("localhost");
        Await.until("the DataNodes' blocks are in the report", BOUND, () -> {
            String report = stack.tryRun("dfsadmin", "-report").output();
            return !report.contains("Last Block Report: Never")
                    && report.lines().anyMatch(line -> line.matches("Num of Blocks: [1-9]\\d*"));
        });
    }

    /* A location has the address of its DataNode, the status the name: the port tells which DataNode it is. */
    private String dataNodeAt(String address) throws IOException {
        String port = address.substring(address.lastIndexOf(':'));
        return stack.tryRun("status")
                .output()
                .lines()
                .filter(line -> line.startsWith("datanode") && line.contains(port + ","))
                .map(line -> line.substring(0, line.indexOf(' ')))
                .findFirst()
                .orElseThrow(() -> new IOException("no DataNode at " + address));
    }

    private long replicaFiles() throws IOException {
        TreeSet<String> names = new TreeSet<>();
        try (Stream<java.nio.file.Path> files = Files.walk(stack.dataDir())) {
            files.filter(file -> file.getFileName().toString().matches("blk_\\d+"))
                    .forEach(file -> names.add(file.toString()));
        } catch (java.io.UncheckedIOException e) {
            // A file went while the tree was walked; the caller looks again.
            return Long.MAX_VALUE;
        }
        return names.size();
    }
}
