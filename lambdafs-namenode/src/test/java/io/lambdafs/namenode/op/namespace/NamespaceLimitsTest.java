package io.lambdafs.namenode.op.namespace;

import static io.lambdafs.namenode.op.namespace.NamespaceClient.deleteRequest;
import static io.lambdafs.namenode.op.namespace.NamespaceClient.mkdirsRequest;
import static io.lambdafs.namenode.op.namespace.NamespaceClient.rename2Request;
import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.fs.FsPath;
import io.lambdafs.namenode.NameNodeConfig;
import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.namenode.NameNodeFixture.Refusal;
import io.lambdafs.namenode.NamespaceLimits;
import io.lambdafs.wire.ErrorCode;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RenameRequestProto;
import org.junit.jupiter.api.Test;

/** Directories that are protected, and those that are full. */
final class NamespaceLimitsTest {
    private static NamespaceClient with(boolean subdirectories, int items, String... protectedDirectories) {
        NamespaceLimits limits = new NamespaceLimits(
                Arrays.stream(protectedDirectories).map(FsPath::parse).collect(Collectors.toSet()),
                subdirectories,
                items,
                0);
        NameNodeConfig config =
                NameNodeConfig.defaults(NameNodeFixture.SUPERUSER).withLimits(limits);
        return new NamespaceClient(new NameNodeFixture(config, Map.of()), NameNodeFixture.SUPERUSER);
    }

    private static Refusal refused(String what) {
        return new Refusal(ErrorCode.ACCESS_DENIED, "Cannot delete/rename " + what);
    }

    private static RenameRequestProto renameRequest(String source, String destination) {
        return RenameRequestProto.newBuilder()
                .setSrc(source)
                .setDst(destination)
                .build();
    }

    @Test
    void protectedDirectory_isDeletedAndMovedOnlyWhenEmpty() {
        NamespaceClient hdfs = with(false, 100, "/prot", "/p2/in", "/gone");
        hdfs.mkdirs("/prot/sub/deep", "/p2/in/x");
        Refusal refused = refused("non-empty protected directory /prot");
        assertThat(hdfs.refusal("delete", deleteRequest("/prot", true))).isEqualTo(refused);
        assertThat(hdfs.refusal("delete", deleteRequest("/prot", false)).code())
                .isEqualTo(ErrorCode.PATH_IS_NOT_EMPTY_DIRECTORY);
        assertThat(hdfs.refusal("rename", renameRequest("/prot", "/p3"))).isEqualTo(refused);
        assertThat(hdfs.refusal("rename2", rename2Request("/prot", "/p3", false)))
                .isEqualTo(refused);
        assertThat(hdfs.refusal("delete", deleteRequest("/p2", true)))
                .isEqualTo(refused("non-empty protected subdirectory /p2/in"));
        assertThat(hdfs.refusal("rename", renameRequest("/p2", "/p3")))
                .isEqualTo(refused("non-empty protected subdirectory /p2/in"));

        assertThat(hdfs.rename("/gone", "/t")).as("not there").isFalse();
        assertThat(hdfs.rename("/prot/sub", "/moved")).as("below it, not it").isTrue();
        assertThat(hdfs.delete("/prot", true)).isTrue();
        assertThat(hdfs.delete("/p2/in/x", true)).isTrue();
        assertThat(hdfs.rename("/p2", "/p3")).isTrue();
    }

    @Test
    void protectedSubdirectories_areProtectedWithTheirContent() {
        NamespaceClient hdfs = with(true, 100, "/prot");
        hdfs.mkdirs("/prot/sub/deep", "/other/full/x");
        hdfs.file("/prot/file");
        Refusal refused = refused("subdirectory under protected subdirectory /prot");
        assertThat(hdfs.refusal("delete", deleteRequest("/prot/sub", true))).isEqualTo(refused);
        assertThat(hdfs.refusal("rename", renameRequest("/prot/sub", "/t"))).isEqualTo(refused);
        assertThat(hdfs.delete("/prot/file", true)).isTrue();
        assertThat(hdfs.delete("/prot/sub/deep", true)).isTrue();
        assertThat(hdfs.rename("/prot/sub", "/t")).isTrue();
        assertThat(hdfs.delete("/other/full", true)).isTrue();
    }

    @Test
    void fullFileSystem_takesNoMore() {
        NamespaceLimits limits = new NamespaceLimits(Set.of(), false, 100, 4);
        NameNodeConfig config =
                NameNodeConfig.defaults(NameNodeFixture.SUPERUSER).withLimits(limits);
        NamespaceClient hdfs = new NamespaceClient(new NameNodeFixture(config, Map.of()), NameNodeFixture.SUPERUSER);
        hdfs.mkdirs("/a", "/b", "/c");
        Refusal full =
                new Refusal(ErrorCode.IO_ERROR, "Exceeded the configured number of objects 4 in the filesystem.");
        assertThat(hdfs.refusal("mkdirs", mkdirsRequest("/d", 0755, true))).isEqualTo(full);
        hdfs.mkdirs("/a");
        assertThat(hdfs.delete("/a", true)).isTrue();
        assertThat(hdfs.refusal("mkdirs", mkdirsRequest("/d", 0755, true)))
                .as("until it is counted again")
                .isEqualTo(full);
        hdfs.fixture.advance(1000);
        hdfs.mkdirs("/d");
        hdfs.fixture.advance(1000);
        hdfs.file("/f");
        hdfs.fixture.advance(1000);
        assertThat(hdfs.refusal("mkdirs", mkdirsRequest("/e", 0755, true))).isEqualTo(full);
    }

    @Test
    void fullDirectory_takesNoMoreEntries() {
        NamespaceClient hdfs = with(false, 3);
        hdfs.mkdirs("/m/1", "/m/2", "/m/3", "/from/x");
        Refusal full = new Refusal(
                ErrorCode.TOO_MANY_DIRECTORY_ITEMS, "The directory item limit of /m is exceeded: limit=3 items=3");
        assertThat(hdfs.refusal("mkdirs", mkdirsRequest("/m/4", 0755, true))).isEqualTo(full);
        assertThat(hdfs.refusal("mkdirs", mkdirsRequest("/m/4/5", 0755, true))).isEqualTo(full);
        assertThat(hdfs.refusal("rename", renameRequest("/from/x", "/m/4"))).isEqualTo(full);
        assertThat(hdfs.refusal("rename2", rename2Request("/from/x", "/m/4", false)))
                .isEqualTo(full);
        assertThat(hdfs.refusal("rename2", rename2Request("/from/x", "/m/3", true)))
                .as("as HDFS, which replaces nothing in a full directory from outside")
                .isEqualTo(full);
        assertThat(hdfs.rename("/m/1", "/m/9")).as("inside").isTrue();
        hdfs.mkdirs("/m/2/below");
        assertThat(hdfs.delete("/m/9", true)).isTrue();
        hdfs.mkdirs("/m/4");
    }
}
