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
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
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
            DocumentedBackup backup = new DocumentedBackup(cluster, DATA_NODES);
            try (FileSystem fs = stack.newClient();
                    MixedLoad before = new MixedLoad(fs, new Path("/before"), CLIENTS)) {
                before.awaitProgress(STEPS, BOUND);
                assertThat(before.stopAndVerify()).isEmpty();
                FileStatus kept = keep(fs);
                backUpUnderLoad(backup, fs);
                stack.run("stop");
                stack.startAgain();
                // By NameNodes that were given new numbers, which the restored store knows nothing of.
                writeFiles(fs, LOST);
                stack.run("stop");

                DATA_NODES.forEach(cluster::kill);
                DATA_NODES.forEach(cluster::restartEmpty);
                DATA_NODES.forEach(cluster::awaitStarted);
                backup.restore();
                stack.startAgain();
                assertThat(fs.exists(LOST)).isFalse();
                List<Path> files = writeFiles(fs, new Path("/new"));
                for (Path file : files) {
                    assertThat(read(fs, file)).isEqualTo(file.toString());
                }
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

    private static void backUpUnderLoad(DocumentedBackup backup, FileSystem fs) throws Exception {
        try (MixedLoad during = new MixedLoad(fs, new Path("/during"), CLIENTS)) {
            during.awaitProgress(STEPS, BOUND);
            backup.make();
            during.awaitProgress(STEPS, BOUND);
            assertThat(during.stopAndVerify()).isEmpty();
        }
    }

    /** Files that contain their names. */
    private static List<Path> writeFiles(FileSystem fs, Path directory) throws IOException {
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < FILES; i++) {
            Path file = new Path(directory, Integer.toString(i));
            try (FSDataOutputStream out = fs.create(file, false)) {
                out.write(file.toString().getBytes(StandardCharsets.UTF_8));
            }
            files.add(file);
        }
        return files;
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
