package io.lambdafs.namenode.message;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.Features;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.fs.RegularFile;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.FsPermissionProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.HdfsFileStatusProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.HdfsFileStatusProto.FileType;
import org.apache.hadoop.thirdparty.protobuf.UnsafeByteOperations;

/** Conversion of inodes to file status messages, as HDFS fills them. */
public final class FileStatusMessages {
    private FileStatusMessages() {}

    /**
     * The status of an inode without locations, and without a word on encryption. The number of a directory's entries stays open, which clients take as
     * unknown, if they were not counted.
     *
     * @param storagePolicy the number of the policy that applies to the inode
     * @param localName what the client gets as the status's path: the inode's name in a listing, empty otherwise
     */
    public static HdfsFileStatusProto.Builder status(INode inode, int storagePolicy, Name localName) {
        Attributes attributes = inode.attributes();
        HdfsFileStatusProto.Builder status = HdfsFileStatusProto.newBuilder()
                .setFileId(inode.id().value())
                .setPath(UnsafeByteOperations.unsafeWrap(localName.bytes()))
                .setPermission(permission(attributes.permission()))
                .setOwner(attributes.owner())
                .setGroup(attributes.group())
                .setModificationTime(attributes.modificationMillis())
                .setAccessTime(attributes.accessMillis())
                .setStoragePolicy(storagePolicy);
        int flags = flags(attributes.features());
        if (flags != 0) {
            status.setFlags(flags);
        }
        if (inode instanceof RegularFile file) {
            return status.setFileType(FileType.IS_FILE)
                    .setLength(file.length())
                    .setBlockReplication(file.replication())
                    .setBlocksize(file.blockSize())
                    .setChildrenNum(0);
        }
        long children = inode instanceof Directory directory ? directory.children() : Directory.UNCOUNTED;
        if (children != Directory.UNCOUNTED) {
            status.setChildrenNum(childrenNum(children));
        }
        return status.setFileType(FileType.IS_DIR)
                .setLength(0)
                .setBlockReplication(0)
                .setBlocksize(0);
    }

    /** The flags of a status: what of these features there is. */
    static int flags(Features features) {
        return (features.acl().isNone() ? 0 : HdfsFileStatusProto.Flags.HAS_ACL_VALUE)
                | (features.snapshots().snapshottable() ? HdfsFileStatusProto.Flags.SNAPSHOT_ENABLED_VALUE : 0);
    }

    /** The number of a directory's entries, as far as the field goes. */
    static int childrenNum(long children) {
        return (int) Math.min(Integer.MAX_VALUE, children);
    }

    public static FsPermissionProto permission(Permission permission) {
        return FsPermissionProto.newBuilder().setPerm(permission.mode()).build();
    }

    /** The permission in a request; bits that HDFS does not keep are dropped. */
    public static Permission permission(FsPermissionProto message) {
        return Permission.ofMode(message.getPerm());
    }
}
