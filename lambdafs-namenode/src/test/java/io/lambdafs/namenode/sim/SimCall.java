package io.lambdafs.namenode.sim;

import io.lambdafs.wire.PartitionFunction;
import io.lambdafs.wire.decoupling.DecouplingMethods;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.AclEntryProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.AclEntryProto.AclEntryScopeProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.AclEntryProto.AclEntryTypeProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.AclEntryProto.FsActionProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.FsPermissionProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.GetAclStatusRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.ModifyAclEntriesRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.RemoveAclRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AddBlockRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AllowSnapshotRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AppendRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CompleteRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CreateRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CreateSnapshotRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DeleteRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DeleteSnapshotRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DisallowSnapshotRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetBlockLocationsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFileInfoRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetListingRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetQuotaUsageRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetStoragePolicyRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MkdirsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.Rename2RequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RenameRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RenameSnapshotRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetOwnerRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetPermissionRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetQuotaRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetReplicationRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetStoragePolicyRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetTimesRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.UnsetStoragePolicyRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.ExtendedBlockProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.GetXAttrsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.RemoveXAttrRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.SetXAttrRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.XAttrProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.XAttrProto.XAttrNamespaceProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;

/**
 * One call of a method.
 *
 * @param path by which it is routed
 * @param detail what else is asked, for the trace
 */
record SimCall(String method, String path, MessageLite message, String detail) {
    private static final int CREATE = 1;
    private static final int OVERWRITE = 2;
    static final int BLOCK_SIZE = 100;

    /** The deployment that answers for it. */
    int deployment(PartitionFunction partition) {
        return method.equals("getListing") ? partition.ownerOfChildrenOf(path) : partition.ownerOf(path);
    }

    boolean isRead() {
        return method.startsWith("get") || method.equals(DecouplingMethods.LIST);
    }

    boolean isRename() {
        return method.equals("rename") || method.equals("rename2");
    }

    /** Whether it concerns a file that the client has open, wherever that file is. */
    boolean isOfWriter() {
        return method.equals("addBlock") || method.equals("complete");
    }

    @Override
    public String toString() {
        return method + " " + path + (detail.isEmpty() ? "" : " " + detail);
    }

    static SimCall stat(String path) {
        return new SimCall(
                "getFileInfo",
                path,
                GetFileInfoRequestProto.newBuilder().setSrc(path).build(),
                "");
    }

    static SimCall list(String path) {
        return new SimCall(
                "getListing",
                path,
                GetListingRequestProto.newBuilder()
                        .setSrc(path)
                        .setStartAfter(ByteString.EMPTY)
                        .setNeedLocation(false)
                        .build(),
                "");
    }

    static SimCall open(String path) {
        return new SimCall(
                "getBlockLocations",
                path,
                GetBlockLocationsRequestProto.newBuilder()
                        .setSrc(path)
                        .setOffset(0)
                        .setLength(Long.MAX_VALUE)
                        .build(),
                "");
    }

    static SimCall mkdirs(String path, int mode, boolean createParent) {
        return new SimCall(
                "mkdirs",
                path,
                MkdirsRequestProto.newBuilder()
                        .setSrc(path)
                        .setMasked(permission(mode))
                        .setCreateParent(createParent)
                        .build(),
                Integer.toOctalString(mode) + (createParent ? " -p" : ""));
    }

    static SimCall create(String path, String client, boolean overwrite) {
        return new SimCall(
                "create",
                path,
                CreateRequestProto.newBuilder()
                        .setSrc(path)
                        .setMasked(permission(0644))
                        .setClientName(client)
                        .setCreateFlag(overwrite ? CREATE | OVERWRITE : CREATE)
                        .setCreateParent(false)
                        .setReplication(3)
                        .setBlockSize(BLOCK_SIZE)
                        .build(),
                overwrite ? "over" : "");
    }

    static SimCall addBlock(String path, long file, String client) {
        return new SimCall(
                "addBlock",
                path,
                AddBlockRequestProto.newBuilder()
                        .setSrc(path)
                        .setFileId(file)
                        .setClientName(client)
                        .build(),
                "#" + file);
    }

    static SimCall complete(String path, long file, String client, ExtendedBlockProto last) {
        CompleteRequestProto.Builder message =
                CompleteRequestProto.newBuilder().setSrc(path).setFileId(file).setClientName(client);
        if (last.getNumBytes() > 0) {
            message.setLast(last);
        }
        return new SimCall("complete", path, message.build(), "#" + file);
    }

    static SimCall append(String path, String client) {
        return new SimCall(
                "append",
                path,
                AppendRequestProto.newBuilder()
                        .setSrc(path)
                        .setClientName(client)
                        .build(),
                "");
    }

    static SimCall rename(String from, String to) {
        return new SimCall(
                "rename",
                from,
                RenameRequestProto.newBuilder().setSrc(from).setDst(to).build(),
                to);
    }

    static SimCall renameOver(String from, String to) {
        return new SimCall(
                "rename2",
                from,
                Rename2RequestProto.newBuilder()
                        .setSrc(from)
                        .setDst(to)
                        .setOverwriteDest(true)
                        .build(),
                to);
    }

    static SimCall delete(String path, boolean recursive) {
        return new SimCall(
                "delete",
                path,
                DeleteRequestProto.newBuilder()
                        .setSrc(path)
                        .setRecursive(recursive)
                        .build(),
                recursive ? "-r" : "");
    }

    static SimCall chmod(String path, int mode) {
        return new SimCall(
                "setPermission",
                path,
                SetPermissionRequestProto.newBuilder()
                        .setSrc(path)
                        .setPermission(permission(mode))
                        .build(),
                Integer.toOctalString(mode));
    }

    static SimCall chown(String path, String user) {
        return new SimCall(
                "setOwner",
                path,
                SetOwnerRequestProto.newBuilder().setSrc(path).setUsername(user).build(),
                user);
    }

    static SimCall setTimes(String path, long millis) {
        return new SimCall(
                "setTimes",
                path,
                SetTimesRequestProto.newBuilder()
                        .setSrc(path)
                        .setMtime(millis)
                        .setAtime(millis)
                        .build(),
                "" + millis);
    }

    static SimCall setReplication(String path, int replication) {
        return new SimCall(
                "setReplication",
                path,
                SetReplicationRequestProto.newBuilder()
                        .setSrc(path)
                        .setReplication(replication)
                        .build(),
                "" + replication);
    }

    static SimCall createSnapshot(String path, String name) {
        return new SimCall(
                "createSnapshot",
                path,
                CreateSnapshotRequestProto.newBuilder()
                        .setSnapshotRoot(path)
                        .setSnapshotName(name)
                        .build(),
                name);
    }

    static SimCall deleteSnapshot(String path, String name) {
        return new SimCall(
                "deleteSnapshot",
                path,
                DeleteSnapshotRequestProto.newBuilder()
                        .setSnapshotRoot(path)
                        .setSnapshotName(name)
                        .build(),
                name);
    }

    static SimCall renameSnapshot(String path, String from, String to) {
        return new SimCall(
                "renameSnapshot",
                path,
                RenameSnapshotRequestProto.newBuilder()
                        .setSnapshotRoot(path)
                        .setSnapshotOldName(from)
                        .setSnapshotNewName(to)
                        .build(),
                from + " " + to);
    }

    static SimCall allowSnapshot(String path) {
        return new SimCall(
                "allowSnapshot",
                path,
                AllowSnapshotRequestProto.newBuilder().setSnapshotRoot(path).build(),
                "");
    }

    static SimCall disallowSnapshot(String path) {
        return new SimCall(
                "disallowSnapshot",
                path,
                DisallowSnapshotRequestProto.newBuilder().setSnapshotRoot(path).build(),
                "");
    }

    static SimCall setQuota(String path, long names, long space) {
        return new SimCall(
                "setQuota",
                path,
                SetQuotaRequestProto.newBuilder()
                        .setPath(path)
                        .setNamespaceQuota(names)
                        .setStoragespaceQuota(space)
                        .build(),
                names + " " + space);
    }

    static SimCall getQuotaUsage(String path) {
        return new SimCall(
                "getQuotaUsage",
                path,
                GetQuotaUsageRequestProto.newBuilder().setPath(path).build(),
                "");
    }

    static SimCall setStoragePolicy(String path, String policy) {
        return new SimCall(
                "setStoragePolicy",
                path,
                SetStoragePolicyRequestProto.newBuilder()
                        .setSrc(path)
                        .setPolicyName(policy)
                        .build(),
                policy);
    }

    static SimCall unsetStoragePolicy(String path) {
        return new SimCall(
                "unsetStoragePolicy",
                path,
                UnsetStoragePolicyRequestProto.newBuilder().setSrc(path).build(),
                "");
    }

    static SimCall getStoragePolicy(String path) {
        return new SimCall(
                "getStoragePolicy",
                path,
                GetStoragePolicyRequestProto.newBuilder().setPath(path).build(),
                "");
    }

    /** Lets a user in, or keeps it out. */
    static SimCall letIn(String path, String user, int bits) {
        return new SimCall(
                "modifyAclEntries",
                path,
                ModifyAclEntriesRequestProto.newBuilder()
                        .setSrc(path)
                        .addAclSpec(AclEntryProto.newBuilder()
                                .setScope(AclEntryScopeProto.ACCESS)
                                .setType(AclEntryTypeProto.USER)
                                .setName(user)
                                .setPermissions(FsActionProto.forNumber(bits)))
                        .build(),
                user + " " + bits);
    }

    static SimCall removeAcl(String path) {
        return new SimCall(
                "removeAcl",
                path,
                RemoveAclRequestProto.newBuilder().setSrc(path).build(),
                "");
    }

    static SimCall getAcl(String path) {
        return new SimCall(
                "getAclStatus",
                path,
                GetAclStatusRequestProto.newBuilder().setSrc(path).build(),
                "");
    }

    static SimCall setXAttr(String path, String name, String value) {
        return new SimCall(
                "setXAttr",
                path,
                SetXAttrRequestProto.newBuilder()
                        .setSrc(path)
                        .setXAttr(attribute(name).setValue(ByteString.copyFromUtf8(value)))
                        .setFlag(CREATE | OVERWRITE)
                        .build(),
                name + "=" + value);
    }

    static SimCall removeXAttr(String path, String name) {
        return new SimCall(
                "removeXAttr",
                path,
                RemoveXAttrRequestProto.newBuilder()
                        .setSrc(path)
                        .setXAttr(attribute(name))
                        .build(),
                name);
    }

    static SimCall getXAttrs(String path) {
        return new SimCall(
                "getXAttrs",
                path,
                GetXAttrsRequestProto.newBuilder().setSrc(path).build(),
                "");
    }

    private static XAttrProto.Builder attribute(String name) {
        return XAttrProto.newBuilder().setNamespace(XAttrNamespaceProto.USER).setName(name);
    }

    private static FsPermissionProto permission(int mode) {
        return FsPermissionProto.newBuilder().setPerm(mode).build();
    }
}
