package io.lambdafs.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Files that are cut inside a block, whose replicas real DataNodes shorten. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("extended")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class TruncateTest {
    private static final Duration BOUND = Duration.ofMinutes(2);
    private static final int BLOCK = 1 << 20;
    private static final int LENGTH = 2 * BLOCK + 300_000;

    private final byte[] content = new byte[LENGTH];
    private Stack stack;
    private DistributedFileSystem fs;

    @BeforeAll
    void start() throws IOException {
        new Random(7).nextBytes(content);
        stack = Stack.start(1, 2);
        fs = (DistributedFileSystem) stack.newClient();
    }

    @AfterAll
    void stop() throws IOException {
        fs.close();
        stack.close();
    }

    private Path write(String name) throws IOException {
        Path file = new Path(name);
        try (FSDataOutputStream out = fs.create(file, true, 4096, (short) 2, BLOCK)) {
            out.write(content);
        }
        return file;
    }

    private void awaitClosed(Path file) throws Exception {
        Await.until("the cut is done", BOUND, () -> fs.isFileClosed(file));
    }

    private void assertContent(Path file, byte[] expected) throws IOException {
        assertThat(fs.getFileStatus(file).getLen()).isEqualTo(expected.length);
        // A client that does not know how long blocks were.
        try (FileSystem other = stack.newClient();
                FSDataInputStream in = other.open(file)) {
            assertThat(in.readAllBytes()).isEqualTo(expected);
        }
    }

    @Test
    void cutInsideABlock_keepsWhatIsBeforeIt() throws Exception {
        Path file = write("/cut");
        assertThat(fs.truncate(file, BLOCK + 12_345)).isFalse();
        awaitClosed(file);
        assertContent(file, Arrays.copyOf(content, BLOCK + 12_345));

        assertThat(fs.truncate(file, 1)).isFalse();
        awaitClosed(file);
        assertContent(file, Arrays.copyOf(content, 1));
    }

    @Test
    void cutAtABoundary_isDoneAtOnce() throws Exception {
        Path file = write("/boundary");
        assertThat(fs.truncate(file, BLOCK)).isTrue();
        assertContent(file, Arrays.copyOf(content, BLOCK));
    }

    @Test
    void cutFile_isAppendedTo() throws Exception {
        Path file = write("/appended");
        assertThat(fs.truncate(file, BLOCK + 999)).isFalse();
        awaitClosed(file);
        try (FSDataOutputStream out = fs.append(file)) {
            out.write(content, 0, 5_000);
        }
        byte[] expected = Arrays.copyOf(content, BLOCK + 999 + 5_000);
        System.arraycopy(content, 0, expected, BLOCK + 999, 5_000);
        assertContent(file, expected);
    }

    @Test
    void fileOfASnapshot_isNotCut() throws IOException {
        Path home = new Path("/snapped");
        fs.mkdirs(home);
        Path file = write("/snapped/file");
        fs.allowSnapshot(home);
        fs.createSnapshot(home, "s");
        assertThatThrownBy(() -> fs.truncate(file, 5)).hasMessageContaining("a snapshot shows is not supported");
    }

    private boolean hasTwoReplicasOfEachBlock(Path file) throws IOException {
        for (BlockLocation block : fs.getFileBlockLocations(file, 0, LENGTH)) {
            if (block.getNames().length < 2) {
                return false;
            }
        }
        return true;
    }

    @Test
    void cut_isDoneAlthoughTheDataNodesDie() throws Exception {
        Path file = write("/killed");
        // All replicas are known, so that both DataNodes take part.
        Await.until("both replicas are known", BOUND, () -> hasTwoReplicasOfEachBlock(file));
        long first = stack.pid("datanode0");
        long second = stack.pid("datanode1");
        Stack.signal("KILL", first);
        Stack.signal("KILL", second);
        assertThat(fs.truncate(file, BLOCK + 4_321)).isFalse();
        assertThat(fs.isFileClosed(file)).isFalse();

        stack.startAgain();

        awaitClosed(file);
        assertContent(file, Arrays.copyOf(content, BLOCK + 4_321));
    }
}
