package io.lambdafs.namenode.op.namespace;

import static io.lambdafs.namenode.op.namespace.NamespaceClient.deleteRequest;
import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.housekeeping.SubtreeRemoval;
import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.namenode.NameNodeFixture.Refusal;
import io.lambdafs.wire.ErrorCode;
import org.junit.jupiter.api.Test;

final class DeleteOperationTest {
    private final NamespaceClient hdfs = new NamespaceClient(new NameNodeFixture(), NameNodeFixture.SUPERUSER);
    private final NamespaceClient bob = hdfs.as("bob");

    @Test
    void delete_ofFile_removesItsBlocks() {
        hdfs.file("/f");
        hdfs.fixture.advance(7);
        assertThat(hdfs.delete("/f", false)).isTrue();

        assertThat(hdfs.exists("/f")).isFalse();
        assertThat(hdfs.blocks()).isZero();
        assertThat(hdfs.status("/").getModificationTime()).isEqualTo(hdfs.fixture.millis());
        assertThat(hdfs.fixture.detached).isEmpty();
    }

    @Test
    void delete_ofWhatIsNotThereOrTheRoot_returnsFalse() {
        assertThat(hdfs.delete("/nothing/at/all", true)).isFalse();
        assertThat(hdfs.delete("/", true)).isFalse();
    }

    @Test
    void delete_ofDirectoryThatIsNotEmpty_needsRecursive() {
        hdfs.mkdirs("/a/b");
        assertThat(hdfs.refusal("delete", deleteRequest("/a", false)))
                .isEqualTo(new Refusal(ErrorCode.PATH_IS_NOT_EMPTY_DIRECTORY, "/a is non empty"));
        assertThat(hdfs.delete("/a/b", false)).isTrue();
        assertThat(hdfs.fixture.detached).isEmpty();
    }

    @Test
    void delete_ofDirectoryThatIsNotEmpty_saysFirstThatItsContentIsOutOfReach() {
        hdfs.mkdirs("/open", 0777);
        hdfs.mkdirs("/open/full/x");
        Refusal denied = new Refusal(
                ErrorCode.ACCESS_DENIED,
                "Permission denied: user=bob, access=ALL, inode=\"/open/full\":hdfs:supergroup:drwxr-xr-x");
        assertThat(bob.refusal("delete", deleteRequest("/open/full", false))).isEqualTo(denied);
        assertThat(bob.refusal("delete", deleteRequest("/open/full", true))).isEqualTo(denied);
        assertThat(bob.refusal("delete", deleteRequest("/", true)).message())
                .isEqualTo("Permission denied: user=bob, access=ALL, inode=\"/\":hdfs:supergroup:drwxr-xr-x");
    }

    @Test
    void delete_recursive_detachesAndIsEmptiedInBatches() {
        for (int d = 0; d < 5; d++) {
            hdfs.mkdirs("/a/d" + d + "/empty");
            for (int f = 0; f < 7; f++) {
                hdfs.file("/a/d" + d + "/f" + f);
            }
        }
        assertThat(hdfs.delete("/a", true)).isTrue();
        assertThat(hdfs.exists("/a")).isFalse();
        assertThat(hdfs.fixture.detached).hasSize(1);
        assertThat(hdfs.blocks()).isEqualTo(35);

        SubtreeRemoval removal = new SubtreeRemoval(hdfs.fixture.runner, 4);
        assertThat(removal.pending(10)).isEqualTo(hdfs.fixture.detached);
        int steps = 1;
        while (!removal.step(hdfs.fixture.writer, hdfs.fixture.detached.get(0))) {
            assertThat(++steps).isLessThan(50);
        }
        assertThat(steps).isGreaterThan(46 / 4);
        assertThat(hdfs.inodes()).isEqualTo(1);
        assertThat(hdfs.blocks()).isZero();
        assertThat(removal.pending(10)).isEmpty();
        assertThat(removal.step(hdfs.fixture.writer, hdfs.fixture.detached.get(0)))
                .isTrue();
    }

    @Test
    void delete_needsWriteAccessToTheParent() {
        hdfs.mkdirs("/a");
        hdfs.file("/a/f");
        assertThat(bob.refusal("delete", deleteRequest("/a/f", false)))
                .isEqualTo(new Refusal(
                        ErrorCode.ACCESS_DENIED,
                        "Permission denied: user=bob, access=WRITE, inode=\"/a\":hdfs:supergroup:drwxr-xr-x"));
    }

    @Test
    void delete_recursive_needsAllAccessToDirectoriesThatAreNotEmpty() {
        hdfs.mkdirs("/a", 0777);
        bob.mkdirs("/a/bobs/mine", 0700);
        hdfs.mkdirs("/a/bobs/mine/closed", 0755);
        assertThat(bob.delete("/a/bobs/mine/closed", true)).isTrue();
        hdfs.mkdirs("/a/bobs/mine/closed/x", 0755);
        assertThat(bob.refusal("delete", deleteRequest("/a/bobs", true)))
                .isEqualTo(new Refusal(
                        ErrorCode.ACCESS_DENIED,
                        "Permission denied: user=bob, access=ALL, inode=\"/a/bobs/mine/closed\""
                                + ":hdfs:supergroup:drwxr-xr-x"));
        assertThat(bob.exists("/a/bobs/mine/closed/x")).isTrue();
    }

    @Test
    void delete_inStickyDirectory_isForOwners() {
        hdfs.mkdirs("/tmp", 01777);
        hdfs.as("alice").file("/tmp/hers");
        bob.file("/tmp/his");
        assertThat(bob.refusal("delete", deleteRequest("/tmp/hers", false)))
                .isEqualTo(new Refusal(
                        ErrorCode.ACCESS_DENIED,
                        "Permission denied by sticky bit: user=bob, path=\"/tmp/hers\":alice:supergroup:-rw-r--r--,"
                                + " parent=\"/tmp\":hdfs:supergroup:drwxrwxrwt"));
        assertThat(bob.delete("/tmp/his", false)).isTrue();
    }

    @Test
    void delete_recursive_ofStickyDirectoryBelow_isForOwners() {
        hdfs.mkdirs("/a", 0777);
        bob.mkdirs("/a/b", 0777);
        hdfs.mkdirs("/a/b/tmp", 01777);
        hdfs.as("alice").file("/a/b/tmp/hers");
        assertThat(bob.refusal("delete", deleteRequest("/a/b", true)).message())
                .startsWith("Permission denied by sticky bit: user=bob, path=\"/a/b/tmp/hers\":alice:");
    }
}
