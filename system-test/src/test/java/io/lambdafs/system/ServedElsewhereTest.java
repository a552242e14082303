package io.lambdafs.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.client.ClientMetrics;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Checks that what functions do for others is right. A client in anti-thrashing mode asks the one function that is
 * connected for everything. A client that asks the owners, which have caches, sees each of its changes at once.
 */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
final class ServedElsewhereTest {
    private static final Duration BOUND = Duration.ofSeconds(60);

    /** Each has an owner of its own for what is in it. */
    private static final int DIRECTORIES = 12;

    private static final FsPermission ALL = new FsPermission((short) 0777);
    private static final FsPermission OWN = new FsPermission((short) 0700);

    @Test
    void everythingServedByOneFunction_isSeenAtOnceThroughTheOwners() throws Exception {
        try (FileSystem elsewhere = client("always");
                FileSystem owners = client("true")) {
            Path base = new Path("/served-elsewhere");
            elsewhere.mkdirs(base);
            // Before that a call to the other function would go by HTTP, and have it connect as well.
            long overTcp = ClientMetrics.ofThisJvm().tcp().answered();
            Await.until("one function is connected", BOUND, () -> {
                elsewhere.getFileStatus(base);
                return ClientMetrics.ofThisJvm().tcp().answered() > overTcp;
            });
            long before = ClientMetrics.ofThisJvm().calm().servedElsewhere();
            for (int i = 0; i < DIRECTORIES; i++) {
                Path directory = new Path(base, "d" + i);
                Path child = new Path(directory, "child");
                Path moved = new Path(directory, "moved");

                assertThat(exists(owners, child)).isFalse();
                assertThat(elsewhere.mkdirs(child, ALL)).isTrue();
                assertThat(owners.listStatus(directory)).hasSize(1);
                elsewhere.setPermission(child, OWN);
                assertThat(owners.getFileStatus(child).getPermission()).isEqualTo(OWN);
                assertThat(elsewhere.rename(child, moved)).isTrue();
                assertThat(exists(owners, child)).isFalse();
                assertThat(owners.getFileStatus(moved).getPermission()).isEqualTo(OWN);

                owners.setPermission(moved, ALL);
                assertThat(elsewhere.getFileStatus(moved).getPermission()).isEqualTo(ALL);
                assertThat(elsewhere.listStatus(directory))
                        .extracting(FileStatus::getPermission)
                        .containsExactly(ALL);
                assertThat(owners.delete(moved, true)).isTrue();
                assertThat(exists(elsewhere, moved)).isFalse();
            }

            // Each of the two functions owns some of the directories, and only one of them is asked.
            assertThat(ClientMetrics.ofThisJvm().calm().servedElsewhere() - before)
                    .isGreaterThanOrEqualTo(DIRECTORIES);
            assertThat(ClientMetrics.ofThisJvm().summary()).contains("requests served by other functions");
        }
    }

    private static boolean exists(FileSystem files, Path path) throws IOException {
        try {
            return files.getFileStatus(path).isDirectory();
        } catch (FileNotFoundException absent) {
            return false;
        }
    }

    private static FileSystem client(String antiThrashing) throws IOException {
        Configuration configuration = SharedStack.get().hadoopConfiguration();
        configuration.set("lambdafs.client.sharing", "none");
        configuration.set("lambdafs.client.anti-thrashing", antiThrashing);
        return FileSystem.newInstance(URI.create("hdfs://lambdafs/"), configuration);
    }
}
