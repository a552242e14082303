package io.lambdafs.namenode.op.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.Permission;
import io.lambdafs.namenode.NameNodeFixture.Refusal;
import io.lambdafs.wire.ErrorCode;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ConcatRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ConcatResponseProto;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whose files a concatenation may absorb. */
final class ConcatAccessTest {
    private final FileFixture fixture = new FileFixture();

    @BeforeEach
    void aSharedDirectory() {
        fixture.file("/d/target", 50);
        fixture.file("/d/source", 50);
        change("/d", 01777, "hdfs");
        change("/d/target", 0644, "bob");
        change("/d/source", 0644, "alice");
    }

    private void change(String path, int mode, String owner) {
        fixture.write(tx -> {
            List<INode> chain = tx.inodes().resolve(FsPath.parse(path).components());
            INode inode = chain.get(chain.size() - 1);
            tx.inodes()
                    .update(inode.withAttributes(inode.attributes()
                            .withPermission(new Permission(mode))
                            .withOwner(owner, "users")));
            return null;
        });
    }

    private static ConcatRequestProto request(String target, String source) {
        return ConcatRequestProto.newBuilder().setTrg(target).addSrcs(source).build();
    }

    @Test
    void concat_inStickyDirectory_leavesOthersFiles() {
        assertThat(fixture.nameNode.refusal("bob", "concat", request("/d/target", "/d/source")))
                .isEqualTo(new Refusal(
                        ErrorCode.ACCESS_DENIED,
                        "Permission denied by sticky bit: user=bob, path=\"/d/source\":alice:users:-rw-r--r--,"
                                + " parent=\"/d\":hdfs:users:drwxrwxrwt"));
        assertThat(fixture.regularFile("/d/source").length()).isEqualTo(50);
    }

    @Test
    void concat_inStickyDirectory_takesOnesOwnFiles() {
        change("/d/source", 0600, "bob");
        fixture.nameNode.callAs("bob", "concat", request("/d/target", "/d/source"), ConcatResponseProto.parser());
        assertThat(fixture.regularFile("/d/target").length()).isEqualTo(100);
    }

    @Test
    void concat_ofPathsByNumber_isRefused() {
        String source = "/.reserved/.inodes/" + fixture.regularFile("/d/source").id();
        assertThat(fixture.nameNode.refusal("hdfs", "concat", request("/d/target", source)))
                .isEqualTo(new Refusal(
                        ErrorCode.IO_ERROR, "Concat operation doesn't support .reserved relative path : " + source));
    }
}
