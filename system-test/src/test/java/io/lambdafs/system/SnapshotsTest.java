package io.lambdafs.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.SnapshotAccessControlException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Snapshots through Hadoop's own client and shell, with files whose content is read. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
final class SnapshotsTest {
    private static final Path HOME = new Path("/snapshots");
    private static final Path FILE = new Path(HOME, "sub/file");
    private static final Path THEN = new Path(HOME, ".snapshot/s1/sub/file");

    private DistributedFileSystem fs;

    @BeforeEach
    void begin() throws IOException {
        fs = (DistributedFileSystem) SharedStack.get().newClient();
        write(FILE, "before");
        assertThat(SharedStack.get().run("dfsadmin", "-allowSnapshot", HOME.toString()))
                .contains("Allowing snapshot on /snapshots succeeded");
    }

    @AfterEach
    void end() throws IOException {
        for (FileStatus snapshot : fs.listStatus(new Path(HOME, ".snapshot"))) {
            fs.deleteSnapshot(HOME, snapshot.getPath().getName());
        }
        fs.disallowSnapshot(HOME);
        fs.delete(HOME, true);
        fs.close();
    }

    private void write(Path path, String content) throws IOException {
        try (FSDataOutputStream out = fs.create(path)) {
            out.write(content.getBytes(StandardCharsets.UTF_8));
        }
    }

    private String read(Path path) throws IOException {
        try (FSDataInputStream in = fs.open(path)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void contentOfADeletedFile_isReadFromTheSnapshot() throws IOException {
        assertThat(SharedStack.get().run("dfs", "-createSnapshot", HOME.toString(), "s1"))
                .contains("Created snapshot /snapshots/.snapshot/s1");
        fs.delete(new Path(HOME, "sub"), true);

        assertThat(fs.exists(FILE)).isFalse();
        assertThat(read(THEN)).isEqualTo("before");
        assertThat(SharedStack.get().run("dfs", "-ls", "/snapshots/.snapshot/s1"))
                .contains("/snapshots/.snapshot/s1/sub");
    }

    @Test
    void fileThatGrewOrWasReplaced_hasItsOldContentInTheSnapshot() throws IOException {
        fs.createSnapshot(HOME, "s1");
        try (FSDataOutputStream out = fs.append(FILE)) {
            out.write(" and after".getBytes(StandardCharsets.UTF_8));
        }
        fs.createSnapshot(HOME, "s2");
        write(FILE, "new");

        assertThat(read(THEN)).isEqualTo("before");
        assertThat(read(new Path(HOME, ".snapshot/s2/sub/file"))).isEqualTo("before and after");
        assertThat(read(FILE)).isEqualTo("new");
        assertThat(fs.getFileStatus(THEN).getLen()).isEqualTo("before".length());
    }

    @Test
    void differencesAreListed_andRenamedSnapshotsToo() throws IOException {
        fs.createSnapshot(HOME, "s1");
        fs.rename(FILE, new Path(HOME, "moved"));
        write(new Path(HOME, "sub/other"), "other");

        List<String> lines = Arrays.stream(SharedStack.get()
                        .run("hdfs", "snapshotDiff", HOME.toString(), "s1", ".")
                        .split("\n"))
                .map(String::strip)
                .toList();
        assertThat(lines)
                .contains(
                        "Difference between snapshot s1 and current directory under directory /snapshots:",
                        "M\t.",
                        "R\t./sub/file -> ./moved",
                        "M\t./sub",
                        "+\t./sub/other");
        fs.createSnapshot(HOME, "s2");
        assertThat(fs.getSnapshotDiffReport(HOME, "s1", "s2").getDiffList()).hasSize(4);
        assertThat(fs.getSnapshotDiffReport(HOME, "s2", "s1").getDiffList()).hasSize(4);
        fs.renameSnapshot(HOME, "s1", "first");
        assertThat(SharedStack.get().run("hdfs", "lsSnapshot", HOME.toString())).contains("/snapshots/.snapshot/first");
        assertThat(SharedStack.get().run("hdfs", "lsSnapshottableDir")).contains("/snapshots");
    }

    @Test
    void snapshots_cannotBeChanged_norTheirDirectoryDeleted() throws IOException {
        fs.createSnapshot(HOME, "s1");
        assertThatThrownBy(() -> fs.delete(THEN, false)).isInstanceOf(SnapshotAccessControlException.class);
        assertThatThrownBy(() -> write(THEN, "changed")).isInstanceOf(SnapshotAccessControlException.class);
        assertThatThrownBy(() -> fs.delete(HOME, true)).hasMessageContaining("cannot be deleted");
        assertThatThrownBy(() -> fs.createSnapshot(HOME, "s1"))
                .hasMessageContaining("there is already a snapshot with the same name \"s1\"");
    }
}
