package io.lambdafs.store.ndb;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.system.MixedLoad;
import io.lambdafs.system.Stack;
import io.lambdafs.testkit.ndb.LocalNdbCluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.HdfsBlockLocation;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * A whole system whose cluster loses everything, and is filled from a backup that was made under load, by the commands of
 * docs/ndb.md.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@EnabledIf(value = "io.lambdafs.testkit.ndb.LocalNdbCluster#mayRestore", disabledReason = LocalNdbCluster.NO_RESTORE)
final class NdbRestoreTest {
    private static final List<Integer> DATA_NODES = List.of(2, 3);
    private static final int CLIENTS = 4;
    private static final long STEPS = 40;
    private static final Duration BOUND = Duration.ofSeconds(60);
    private static final int FILES = 50;
    private static final Path LOST = new Path("/lost");
    private static final Path KEPT = new Path("/kept/file");
    private static final FsPermission PERMISSION = new FsPermission((short) 0640);
    private static final short REPLICATION = 2;
    private static final long TIME = 1_500_000_000_000L;

    @Test
    void clusterThatLostEverything_hasWhatTheBackupHas_andGoesOn() throws Exception {
        try (LocalNdbCluster cluster = LocalNdbCluster.start(2).orElseThrow();
                Stack stack = NdbSystem.over(cluster, 2, 1)) {
            stack.startAgain();
            try (FileSystem fs = stack.newClient();
                    MixedLoad before = new MixedLoad(fs, new Path("/before"), CLIENTS)) {
                before.awaitProgress(STEPS, BOUND);
                assertThat(before.stopAndVerify()).isEmpty();
                FileStatus kept = keep(fs);
                DocumentedBackup backup = backUpUnderLoad(cluster, fs);
                List<ExtendedBlock> lost = writeByNewNameNodes(stack, fs);

                stack.run("stop");
                cluster.loseEverything();
                backup.restore();
                stack.startAgain();

                assertThat(fs.exists(LOST)).isFalse();
                assertAboveAll(lost, writeFiles(fs, new Path("/new")));
                assertThat(before.stopAndVerify())
                        .as("acknowledged before the backup")
                        .isEmpty();
                assertSame(fs, kept);
            }
            try (FileSystem fs = stack.newClient();
                    MixedLoad after = new MixedLoad(fs, new Path("/after"), CLIENTS)) {
                after.awaitProgress(STEPS, BOUND);
                assertThat(after.stopAndVerify()).isEmpty();
            }
        }
    }

    /* NameNodes that begin after the backup are given numbers that the restored store knows nothing of. */
    private static List<ExtendedBlock> writeByNewNameNodes(Stack stack, FileSystem fs) throws IOException {
        stack.run("stop");
        stack.startAgain();
        return writeFiles(fs, LOST);
    }

    /* The DataNode still has the lost ones when it starts. */
    private static void assertAboveAll(List<ExtendedBlock> lost, List<ExtendedBlock> made) {
        assertThat(made)
                .extracting(ExtendedBlock::getBlockId)
                .allSatisfy(id -> assertThat(lost)
                        .extracting(ExtendedBlock::getBlockId)
                        .allSatisfy(old -> assertThat(id).isGreaterThan(old)));
        assertThat(made)
                .extracting(ExtendedBlock::getGenerationStamp)
                .allSatisfy(stamp -> assertThat(lost)
                        .extracting(ExtendedBlock::getGenerationStamp)
                        .allSatisfy(old -> assertThat(stamp).isGreaterThan(old)));
    }

    private static DocumentedBackup backUpUnderLoad(LocalNdbCluster cluster, FileSystem fs) throws Exception {
        try (MixedLoad during = new MixedLoad(fs, new Path("/during"), CLIENTS)) {
            during.awaitProgress(STEPS, BOUND);
            DocumentedBackup backup = DocumentedBackup.make(cluster, DATA_NODES);
            during.awaitProgress(STEPS, BOUND);
            assertThat(during.stopAndVerify()).isEmpty();
            return backup;
        }
    }

    /** Files that contain their names; their blocks. */
    private static List<ExtendedBlock> writeFiles(FileSystem fs, Path directory) throws IOException {
        List<ExtendedBlock> blocks = new ArrayList<>();
        for (int i = 0; i < FILES; i++) {
            Path file = new Path(directory, Integer.toString(i));
            try (FSDataOutputStream out = fs.create(file, false)) {
                out.write(file.toString().getBytes(StandardCharsets.UTF_8));
            }
            assertThat(read(fs, file)).isEqualTo(file.toString());
            for (BlockLocation location : fs.getFileBlockLocations(file, 0, 1)) {
                blocks.add(((HdfsBlockLocation) location).getLocatedBlock().getBlock());
            }
        }
        assertThat(blocks).hasSize(FILES);
        return blocks;
    }

    private static String read(FileSystem fs, Path file) throws IOException {
        try (FSDataInputStream in = fs.open(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static FileStatus keep(FileSystem fs) throws IOException {
        fs.create(KEPT).close();
        fs.setPermission(KEPT, PERMISSION);
        fs.setReplication(KEPT, REPLICATION);
        fs.setTimes(KEPT, TIME, TIME);
        return fs.getFileStatus(KEPT);
    }

    private static void assertSame(FileSystem fs, FileStatus kept) throws IOException {
        assertThat(fs.getFileStatus(KEPT))
                .returns(kept.getModificationTime(), FileStatus::getModificationTime)
                .returns(kept.getAccessTime(), FileStatus::getAccessTime)
                .returns(kept.getPermission(), FileStatus::getPermission)
                .returns(kept.getReplication(), FileStatus::getReplication)
                .returns(kept.getOwner(), FileStatus::getOwner);
    }
}
