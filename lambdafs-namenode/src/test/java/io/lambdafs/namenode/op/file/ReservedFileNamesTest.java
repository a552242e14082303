package io.lambdafs.namenode.op.file;

import static io.lambdafs.namenode.op.file.FileFixture.CREATE;
import static io.lambdafs.namenode.op.file.FileFixture.createRequest;
import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.namenode.NameNodeFixture.Refusal;
import io.lambdafs.wire.ErrorCode;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CreateResponseProto;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names that no file may have. */
final class ReservedFileNamesTest {
    private final FileFixture fixture = new FileFixture();

    private Refusal refusal(String path) {
        return fixture.nameNode.refusal("hdfs", "create", createRequest(path, CREATE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/.reserved", "/.reserved/x", "/.reserved/a/b"})
    void create_inTheReservedDirectory_isNoValidPath(String path) {
        assertThat(refusal(path)).isEqualTo(new Refusal(ErrorCode.INVALID_PATH, "Invalid path name " + path));
    }

    @Test
    void create_ofReservedDirectories_isRefused() {
        assertThat(refusal("/.reserved/.inodes").code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(refusal("/.reserved/raw").code()).isEqualTo(ErrorCode.FILE_ALREADY_EXISTS);
        assertThat(refusal("/.reserved/raw/.reserved").code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }

    @Test
    void create_belowTheRawDirectory_makesTheFileInItsPlace() {
        fixture.nameNode.call("create", createRequest("/.reserved/raw/d/f", CREATE), CreateResponseProto.parser());
        assertThat(fixture.regularFile("/d/f").isUnderConstruction()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/d/.snapshot", "/d/.snapshot/x", "/x/.snapshot/y"})
    void create_ofSnapshotNames_isRefused(String path) {
        fixture.file("/d/f", 10);
        assertThat(refusal(path))
                .isEqualTo(new Refusal(ErrorCode.INVALID_ARGUMENT, "\".snapshot\" is a reserved name."));
    }

    @Test
    void create_belowSnapshotWithoutParents_missesTheParent() {
        assertThat(fixture.nameNode.refusal(
                        "hdfs",
                        "create",
                        createRequest("/.a/.snapshot/x", CREATE).toBuilder()
                                .setCreateParent(false)
                                .build()))
                .isEqualTo(new Refusal(ErrorCode.FILE_NOT_FOUND, "Parent directory doesn't exist: /.a/.snapshot"));
    }

    @Test
    void create_inTheRootsSnapshot_changesWhatIsReadOnly() {
        assertThat(refusal("/.snapshot"))
                .isEqualTo(new Refusal(
                        ErrorCode.SNAPSHOT_ACCESS_DENIED, "Modification on a read-only snapshot is disallowed"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"//test1", "/a//b", "/a/./b", "/a/../b", "/a:b", "a", "/q/.."})
    void create_atInvalidPaths_isRefused(String path) {
        assertThat(refusal(path).code()).isEqualTo(ErrorCode.INVALID_PATH);
        assertThat(refusal(path).message()).startsWith("Invalid path name Invalid file name: " + path + " (");
    }

    @Test
    void create_leavesNoTraceOfRefusals() {
        refusal("/.reserved/x");
        refusal("/d/.snapshot/x");
        long inodes = fixture.<Long>read(tx -> tx.inodes().count());
        assertThat(inodes).isEqualTo(1);
    }

    @Test
    void create_byNumberOfTheDirectory_isAsByName() {
        fixture.file("/d/f", 10);
        long directory = fixture.inode("/d").id().value();
        fixture.create("/.reserved/.inodes/" + directory + "/g");
        assertThat(fixture.regularFile("/d/g").name()).hasToString("g");
        fixture.create("/d/.reserved");
        assertThat(fixture.regularFile("/d/.reserved").name()).hasToString(".reserved");
    }
}
