package io.lambdafs.subtree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.client.commit.SubtreeOutputCommitter;
import io.lambdafs.system.SharedStack;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Jobs of a real Spark in a warehouse whose default access control list lets one user write and another one read. What
 * a job writes inherits the list, whichever committer moves it to its destination, and everybody else is refused.
 */
@Tag("spark")
@Timeout(value = 8, unit = TimeUnit.MINUTES)
final class SparkAccessTest {
    private static final Path HOME = new Path("/spark-access");
    private static final Path INPUT = new Path(HOME, "in");
    private static final Path WAREHOUSE = new Path(HOME, "warehouse");
    private static final Path TABLE = new Path(WAREHOUSE, "table");
    private static final String RIGHTS =
            "user:writer:rwx,user:reader:r-x,default:user:writer:rwx,default:user:reader:r-x,default:other::---";
    private static final int BOUND_MINUTES = 3;

    /** The committer keeps a job's journals below the user's home directory, which an administrator makes. */
    private static final Path HOME_OF_WRITER = new Path("/user/writer");

    @TempDir
    private java.nio.file.Path directory;

    private FileSystem fs;

    @BeforeEach
    void begin() throws IOException {
        fs = SharedStack.get().newClient();
        fs.mkdirs(HOME_OF_WRITER);
        fs.setOwner(HOME_OF_WRITER, "writer", "writer");
        fs.mkdirs(WAREHOUSE);
        fs.setPermission(WAREHOUSE, new FsPermission((short) 0770));
        fs.modifyAclEntries(WAREHOUSE, AclEntry.parseAclSpec(RIGHTS, true));
        try (FSDataOutputStream out = fs.create(INPUT)) {
            out.write("to be or not to be\n".getBytes(StandardCharsets.UTF_8));
        }
    }

    @AfterEach
    void end() throws IOException {
        fs.delete(HOME, true);
        fs.delete(HOME_OF_WRITER, true);
        fs.close();
    }

    private SparkJob spark(Class<?> committer) throws IOException {
        return new SparkJob(directory).with(Map.of("spark.sql.sources.outputCommitterClass", committer.getName()));
    }

    private static int run(SparkJob spark) throws Exception {
        Process job = spark.start("WordsMain", INPUT.toString(), TABLE.toString(), "1", "3");
        try {
            assertThat(job.waitFor(BOUND_MINUTES, TimeUnit.MINUTES))
                    .as("it ended in time")
                    .isTrue();
        } finally {
            job.destroyForcibly();
        }
        return job.exitValue();
    }

    @ParameterizedTest
    @ValueSource(classes = {SubtreeOutputCommitter.class, FileOutputCommitter.class})
    void whatAJobWrites_inheritsTheListOfTheWarehouse(Class<?> committer) throws Exception {
        SparkJob spark = spark(committer).by("writer");

        assertThat(run(spark)).as(spark.log()).isZero();

        FileStatus[] parts = fs.globStatus(new Path(TABLE, "part-*"));
        assertThat(parts).hasSize("to be or not to be".split(" ").length + 3);
        assertThat(entries(TABLE)).contains("user:reader:r-x", "default:user:writer:rwx", "default:user:reader:r-x");
        for (FileStatus part : parts) {
            assertThat(part.getOwner()).isEqualTo("writer");
            assertThat(entries(part.getPath())).contains("user:writer:rwx", "user:reader:r-x");
            assertThat(part.getPermission().toShort() & 07).as("others may").isZero();
            assertThat(readBy("reader", part.getPath())).isNotEmpty();
            assertThatThrownBy(() -> readBy("stranger", part.getPath()))
                    .hasMessageContaining("Permission denied: user=stranger");
        }
    }

    @Test
    void jobOfAUserWithoutRights_isRefused() throws Exception {
        SparkJob spark = spark(FileOutputCommitter.class).by("stranger");

        assertThat(run(spark)).as(spark.log()).isNotZero();

        assertThat(spark.log()).contains(AccessControlException.class.getSimpleName(), "user=stranger");
        assertThat(fs.listStatus(WAREHOUSE)).isEmpty();
    }

    private List<String> entries(Path path) throws IOException {
        return fs.getAclStatus(path).getEntries().stream()
                .map(AclEntry::toString)
                .toList();
    }

    private static String readBy(String user, Path path) throws Exception {
        return UserGroupInformation.createRemoteUser(user).doAs((PrivilegedExceptionAction<String>) () -> {
            try (FileSystem own = SharedStack.get().newClient();
                    FSDataInputStream in = own.open(path)) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
        });
    }
}
