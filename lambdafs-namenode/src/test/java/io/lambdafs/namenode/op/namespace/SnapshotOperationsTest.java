package io.lambdafs.namenode.op.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.wire.ErrorCode;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AllowSnapshotRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CreateSnapshotRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DisallowSnapshotRequestProto;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What snapshots show, and what is refused because of them. */
final class SnapshotOperationsTest {
    private final NamespaceClient client = new NamespaceClient(new NameNodeFixture(), NameNodeFixture.SUPERUSER);

    @BeforeEach
    void directories() {
        client.mkdirs("/d/sub", "/other");
        client.file("/d/file");
        client.file("/d/sub/deep");
        client.allowSnapshot("/d");
    }

    @Test
    void createdAndDeletedEntries_areShownAsTheyWere() {
        assertThat(client.snapshot("/d", "s1")).isEqualTo("/d/.snapshot/s1");
        client.mkdirs("/d/new");
        client.delete("/d/file", false);
        client.delete("/d/sub", true);

        assertThat(client.list("/d")).containsExactly("new");
        assertThat(client.list("/d/.snapshot")).containsExactly("s1");
        assertThat(client.list("/d/.snapshot/s1")).containsExactly("file", "sub");
        assertThat(client.list("/d/.snapshot/s1/sub")).containsExactly("deep");
        assertThat(client.exists("/d/.snapshot/s1/new")).isFalse();
        assertThat(client.status("/d/.snapshot/s1/sub/deep").getLength()).isEqualTo(10);
        assertThat(client.blocks()).isEqualTo(2);
    }

    @Test
    void changedMode_isShownAsItWas() {
        client.snapshot("/d", "s1");
        client.chmod("/d/sub", 0700);
        client.snapshot("/d", "s2");
        client.chmod("/d/sub", 0711);

        assertThat(client.status("/d/.snapshot/s1/sub").getPermission().getPerm())
                .isEqualTo(0755);
        assertThat(client.status("/d/.snapshot/s2/sub").getPermission().getPerm())
                .isEqualTo(0700);
        assertThat(client.status("/d/sub").getPermission().getPerm()).isEqualTo(0711);
    }

    @Test
    void whatWasMovedOut_isStillShownAsItWas() {
        client.snapshot("/d", "s1");
        client.rename2("/d/sub", "/other/sub", false);
        client.delete("/other/sub/deep", false);
        client.mkdirs("/other/sub/later");

        assertThat(client.list("/d/.snapshot/s1/sub")).containsExactly("deep");
        client.delete("/other", true);
        assertThat(client.list("/d/.snapshot/s1/sub")).containsExactly("deep");
    }

    @Test
    void whatWasMovedIn_isNotShown() {
        client.snapshot("/d", "s1");
        client.mkdirs("/other/in");
        client.rename2("/other/in", "/d/in", false);

        assertThat(client.exists("/d/.snapshot/s1/in")).isFalse();
        client.snapshot("/d", "s2");
        assertThat(client.exists("/d/.snapshot/s2/in")).isTrue();
    }

    @Test
    void differences_areInHdfsOrder() {
        client.snapshot("/d", "s1");
        client.delete("/d/file", false);
        client.mkdirs("/d/new");
        client.rename2("/d/sub", "/d/renamed", false);
        client.chmod("/d/renamed/deep", 0600);

        assertThat(client.snapshotDiff("/d", "s1", ""))
                .containsExactly("M ./", "+ ./new", "- ./file", "R ./sub -> ./renamed", "M ./sub/deep");
        client.snapshot("/d", "s2");
        assertThat(client.snapshotDiff("/d", "s2", "s1"))
                .containsExactly("M ./", "- ./new", "+ ./file", "R ./renamed -> ./sub", "M ./sub/deep");
        assertThat(client.snapshotDiff("/d", "s2", "")).isEmpty();
    }

    @Test
    void whatASnapshotShows_isNotChanged() {
        client.snapshot("/d", "s1");
        for (String path : new String[] {"/d/.snapshot/s1/file", "/d/.snapshot/s1", "/d/.snapshot"}) {
            assertThat(client.refusal("delete", NamespaceClient.deleteRequest(path, true))
                            .code())
                    .isEqualTo(ErrorCode.SNAPSHOT_ACCESS_DENIED);
        }
        assertThat(client.refusal("mkdirs", NamespaceClient.mkdirsRequest("/d/.snapshot/s1/x", 0755, true))
                        .code())
                .isEqualTo(ErrorCode.SNAPSHOT_ACCESS_DENIED);
    }

    @Test
    void directoryWithSnapshots_staysWhereItIs() {
        client.snapshot("/d", "s1");
        String words = "The directory /d cannot be deleted since /d is snapshottable and already has snapshots";
        assertThat(client.refusal("delete", NamespaceClient.deleteRequest("/d", true))
                        .message())
                .isEqualTo(words);
        assertThat(client.refusal("rename2", NamespaceClient.rename2Request("/d", "/e", false))
                        .message())
                .isEqualTo(words);
        assertThat(client.refusal(
                                "disallowSnapshot",
                                DisallowSnapshotRequestProto.newBuilder()
                                        .setSnapshotRoot("/d")
                                        .build())
                        .message())
                .isEqualTo(
                        "The directory /d has snapshot(s). Please redo the operation after removing all the snapshots.");
    }

    @Test
    void nestedSnapshottableDirectories_areRefused() {
        assertThat(refusalToAllow("/d/sub"))
                .isEqualTo("Nested snapshottable directories not allowed: path=/d/sub, the ancestor /d is already a"
                        + " snapshottable directory.");
        assertThat(refusalToAllow("/"))
                .isEqualTo("Nested snapshottable directories not allowed: path=/, the subdirectory /d is already a"
                        + " snapshottable directory.");
    }

    private String refusalToAllow(String path) {
        return client.refusal(
                        "allowSnapshot",
                        AllowSnapshotRequestProto.newBuilder()
                                .setSnapshotRoot(path)
                                .build())
                .message();
    }

    @Test
    void names_areThoseThatHdfsAllows() {
        client.snapshot("/d", "s1");
        assertThat(refusalToCreate("s1"))
                .isEqualTo("Failed to add snapshot: there is already a snapshot with the same name \"s1\".");
        assertThat(refusalToCreate(".snapshot")).isEqualTo("\".snapshot\" is a reserved name.");
        assertThat(refusalToCreate("a:b")).contains("Invalid snapshot name: a:b");
    }

    private String refusalToCreate(String name) {
        CreateSnapshotRequestProto request = CreateSnapshotRequestProto.newBuilder()
                .setSnapshotRoot("/d")
                .setSnapshotName(name)
                .build();
        return client.refusal("createSnapshot", request).message();
    }
}
