package io.lambdafs.namenode.op.namespace;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.BlockState;
import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Permission;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.namenode.NameNodeFixture.Refusal;
import io.lambdafs.store.Sequence;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.FsPermissionProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AllowSnapshotRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AllowSnapshotResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CreateSnapshotRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CreateSnapshotResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DeleteRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DeleteResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DeleteSnapshotRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DeleteSnapshotResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFileInfoRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFileInfoResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetListingRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetListingResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetSnapshotDiffReportRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetSnapshotDiffReportResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MkdirsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MkdirsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.Rename2RequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.Rename2ResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RenameRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RenameResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetPermissionRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetPermissionResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.HdfsFileStatusProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;

/** One user of a NameNode under test. */
final class NamespaceClient {
    final NameNodeFixture fixture;
    private final String user;

    NamespaceClient(NameNodeFixture fixture, String user) {
        this.fixture = fixture;
        this.user = user;
    }

    NamespaceClient as(String other) {
        return new NamespaceClient(fixture, other);
    }

    void mkdirs(String... paths) {
        for (String path : paths) {
            mkdirs(path, 0755);
        }
    }

    void mkdirs(String path, int mode) {
        fixture.callAs(user, "mkdirs", mkdirsRequest(path, mode, true), MkdirsResponseProto.parser());
    }

    static MkdirsRequestProto mkdirsRequest(String path, int mode, boolean createParent) {
        return MkdirsRequestProto.newBuilder()
                .setSrc(path)
                .setMasked(FsPermissionProto.newBuilder().setPerm(mode))
                .setCreateParent(createParent)
                .build();
    }

    /** Puts a closed file of one block of 10 bytes, with replication 2, straight into the store. */
    INodeId file(String text) {
        FsPath path = FsPath.parse(text);
        INodeId id = new INodeId(fixture.store.reserve(Sequence.INODE, 1).first());
        BlockId block = new BlockId(fixture.store.reserve(Sequence.BLOCK, 1).first());
        return fixture.runner.write(fixture.writer, tx -> {
            List<INode> chain = tx.inodes().resolve(path.parent().components());
            INode parent = chain.get(path.depth() - 1);
            Attributes attributes =
                    new Attributes(user, parent.attributes().group(), new Permission(0644), fixture.millis(), 0);
            INodeKey key = new INodeKey(parent.id(), path.name());
            tx.inodes().insert(new RegularFile(id, key, attributes, 2, 128, 10, null));
            tx.blocks().insert(new BlockInfo(new Block(block, 1000, 10), id, 0, BlockState.COMPLETE, 0, List.of()));
            return id;
        });
    }

    void allowSnapshot(String path) {
        fixture.callAs(
                user,
                "allowSnapshot",
                AllowSnapshotRequestProto.newBuilder().setSnapshotRoot(path).build(),
                AllowSnapshotResponseProto.parser());
    }

    String snapshot(String path, String name) {
        CreateSnapshotRequestProto request = CreateSnapshotRequestProto.newBuilder()
                .setSnapshotRoot(path)
                .setSnapshotName(name)
                .build();
        return fixture.callAs(user, "createSnapshot", request, CreateSnapshotResponseProto.parser())
                .getSnapshotPath();
    }

    void deleteSnapshot(String path, String name) {
        DeleteSnapshotRequestProto request = DeleteSnapshotRequestProto.newBuilder()
                .setSnapshotRoot(path)
                .setSnapshotName(name)
                .build();
        fixture.callAs(user, "deleteSnapshot", request, DeleteSnapshotResponseProto.parser());
    }

    /** The lines of a report, as the shell prints them but without their tabs. */
    List<String> snapshotDiff(String path, String from, String to) {
        GetSnapshotDiffReportRequestProto request = GetSnapshotDiffReportRequestProto.newBuilder()
                .setSnapshotRoot(path)
                .setFromSnapshot(from)
                .setToSnapshot(to)
                .build();
        return fixture
                .callAs(user, "getSnapshotDiffReport", request, GetSnapshotDiffReportResponseProto.parser())
                .getDiffReport()
                .getDiffReportEntriesList()
                .stream()
                .map(entry -> entry.getModificationLabel() + " ./"
                        + entry.getFullpath().toStringUtf8()
                        + (entry.hasTargetPath()
                                ? " -> ./" + entry.getTargetPath().toStringUtf8()
                                : ""))
                .toList();
    }

    boolean exists(String path) {
        return info(path).hasFs();
    }

    HdfsFileStatusProto status(String path) {
        return info(path).getFs();
    }

    private GetFileInfoResponseProto info(String path) {
        return fixture.callAs(
                user,
                "getFileInfo",
                GetFileInfoRequestProto.newBuilder().setSrc(path).build(),
                GetFileInfoResponseProto.parser());
    }

    GetListingResponseProto page(String path, String after, boolean located) {
        GetListingRequestProto request = GetListingRequestProto.newBuilder()
                .setSrc(path)
                .setStartAfter(ByteString.copyFromUtf8(after))
                .setNeedLocation(located)
                .build();
        return fixture.callAs(user, "getListing", request, GetListingResponseProto.parser());
    }

    /** All names in a directory, read page by page. */
    List<String> list(String path) {
        List<String> names = new ArrayList<>();
        GetListingResponseProto page;
        do {
            page = page(path, names.isEmpty() ? "" : names.get(names.size() - 1), false);
            page.getDirList()
                    .getPartialListingList()
                    .forEach(status -> names.add(status.getPath().toStringUtf8()));
        } while (page.getDirList().getRemainingEntries() > 0);
        return names;
    }

    void chmod(String path, int mode) {
        SetPermissionRequestProto request = SetPermissionRequestProto.newBuilder()
                .setSrc(path)
                .setPermission(FsPermissionProto.newBuilder().setPerm(mode))
                .build();
        fixture.callAs(user, "setPermission", request, SetPermissionResponseProto.parser());
    }

    boolean delete(String path, boolean recursive) {
        return fixture.callAs(user, "delete", deleteRequest(path, recursive), DeleteResponseProto.parser())
                .getResult();
    }

    static DeleteRequestProto deleteRequest(String path, boolean recursive) {
        return DeleteRequestProto.newBuilder()
                .setSrc(path)
                .setRecursive(recursive)
                .build();
    }

    boolean rename(String source, String destination) {
        RenameRequestProto request = RenameRequestProto.newBuilder()
                .setSrc(source)
                .setDst(destination)
                .build();
        return fixture.callAs(user, "rename", request, RenameResponseProto.parser())
                .getResult();
    }

    void rename2(String source, String destination, boolean overwrite) {
        fixture.callAs(user, "rename2", rename2Request(source, destination, overwrite), Rename2ResponseProto.parser());
    }

    static Rename2RequestProto rename2Request(String source, String destination, boolean overwrite) {
        return Rename2RequestProto.newBuilder()
                .setSrc(source)
                .setDst(destination)
                .setOverwriteDest(overwrite)
                .build();
    }

    Refusal refusal(String method, MessageLite request) {
        return fixture.refusal(user, method, request);
    }

    long blocks() {
        return fixture.runner.read(tx -> tx.blocks().count());
    }

    long inodes() {
        return fixture.runner.read(tx -> tx.inodes().count());
    }
}
