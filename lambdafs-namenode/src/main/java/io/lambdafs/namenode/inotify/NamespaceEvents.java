package io.lambdafs.namenode.inotify;

import io.lambdafs.fs.AclEntry;
import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.Permission;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.namenode.message.AclMessages;
import io.lambdafs.namenode.message.FileStatusMessages;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.proto.InotifyProtos.AppendEventProto;
import org.apache.hadoop.hdfs.protocol.proto.InotifyProtos.CloseEventProto;
import org.apache.hadoop.hdfs.protocol.proto.InotifyProtos.CreateEventProto;
import org.apache.hadoop.hdfs.protocol.proto.InotifyProtos.EventProto;
import org.apache.hadoop.hdfs.protocol.proto.InotifyProtos.EventType;
import org.apache.hadoop.hdfs.protocol.proto.InotifyProtos.INodeType;
import org.apache.hadoop.hdfs.protocol.proto.InotifyProtos.MetadataUpdateEventProto;
import org.apache.hadoop.hdfs.protocol.proto.InotifyProtos.MetadataUpdateType;
import org.apache.hadoop.hdfs.protocol.proto.InotifyProtos.RenameEventProto;
import org.apache.hadoop.hdfs.protocol.proto.InotifyProtos.TruncateEventProto;
import org.apache.hadoop.hdfs.protocol.proto.InotifyProtos.UnlinkEventProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.XAttrProto;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;

/** Makes HDFS's events. Times are in milliseconds since the epoch. */
public final class NamespaceEvents {
    private NamespaceEvents() {}

    private static EventProto event(EventType type, MessageLite contents) {
        return EventProto.newBuilder()
                .setType(type)
                .setContents(contents.toByteString())
                .build();
    }

    /**
     * A file or directory was made.
     *
     * @param overwrite whether a file that had been there was to be replaced
     */
    public static EventProto created(FsPath path, INode inode, boolean overwrite) {
        Attributes attributes = inode.attributes();
        CreateEventProto.Builder created = CreateEventProto.newBuilder()
                .setType(inode.isDirectory() ? INodeType.I_TYPE_DIRECTORY : INodeType.I_TYPE_FILE)
                .setPath(path.toString())
                .setCtime(attributes.modificationMillis())
                .setOwnerName(attributes.owner())
                .setGroupName(attributes.group())
                .setPerms(FileStatusMessages.permission(attributes.permission()))
                .setOverwrite(overwrite);
        if (inode instanceof RegularFile file) {
            created.setReplication(file.replication())
                    .setDefaultBlockSize(file.blockSize())
                    .setErasureCoded(false);
        }
        return event(EventType.EVENT_CREATE, created.build());
    }

    /** A file that was written was closed. */
    public static EventProto closed(FsPath path, long length, long millis) {
        return event(
                EventType.EVENT_CLOSE,
                CloseEventProto.newBuilder()
                        .setPath(path.toString())
                        .setFileSize(length)
                        .setTimestamp(millis)
                        .build());
    }

    /** A file was opened to write at its end. */
    public static EventProto appended(FsPath path, boolean newBlock) {
        return event(
                EventType.EVENT_APPEND,
                AppendEventProto.newBuilder()
                        .setPath(path.toString())
                        .setNewBlock(newBlock)
                        .build());
    }

    public static EventProto renamed(FsPath from, FsPath to, long millis) {
        return event(
                EventType.EVENT_RENAME,
                RenameEventProto.newBuilder()
                        .setSrcPath(from.toString())
                        .setDestPath(to.toString())
                        .setTimestamp(millis)
                        .build());
    }

    /** A file, or a directory with all below it, was removed. */
    public static EventProto unlinked(FsPath path, long millis) {
        return event(
                EventType.EVENT_UNLINK,
                UnlinkEventProto.newBuilder()
                        .setPath(path.toString())
                        .setTimestamp(millis)
                        .build());
    }

    public static EventProto truncated(FsPath path, long length, long millis) {
        return event(
                EventType.EVENT_TRUNCATE,
                TruncateEventProto.newBuilder()
                        .setPath(path.toString())
                        .setFileSize(length)
                        .setTimestamp(millis)
                        .build());
    }

    private static MetadataUpdateEventProto.Builder metadata(FsPath path, MetadataUpdateType type) {
        return MetadataUpdateEventProto.newBuilder().setPath(path.toString()).setType(type);
    }

    private static EventProto metadata(MetadataUpdateEventProto.Builder changed) {
        return event(EventType.EVENT_METADATA, changed.build());
    }

    public static EventProto replicated(FsPath path, int replication) {
        return metadata(metadata(path, MetadataUpdateType.META_TYPE_REPLICATION).setReplication(replication));
    }

    public static EventProto permissionSet(FsPath path, Permission permission) {
        return metadata(
                metadata(path, MetadataUpdateType.META_TYPE_PERMS).setPerms(FileStatusMessages.permission(permission)));
    }

    /** As in HDFS, who stays the owner or the group is not named. */
    public static EventProto ownerSet(FsPath path, String owner, String group) {
        MetadataUpdateEventProto.Builder changed = metadata(path, MetadataUpdateType.META_TYPE_OWNER);
        if (!owner.isEmpty()) {
            changed.setOwnerName(owner);
        }
        if (!group.isEmpty()) {
            changed.setGroupName(group);
        }
        return metadata(changed);
    }

    public static EventProto timesSet(FsPath path, long modification, long access) {
        return metadata(metadata(path, MetadataUpdateType.META_TYPE_TIMES)
                .setMtime(modification)
                .setAtime(access));
    }

    /** The list of access control is this now, without the entries that the permission stands for. */
    public static EventProto aclSet(FsPath path, List<AclEntry> entries) {
        return metadata(metadata(path, MetadataUpdateType.META_TYPE_ACLS).addAllAcls(AclMessages.messages(entries)));
    }

    public static EventProto attributeSet(FsPath path, XAttrProto attribute, boolean removed) {
        return metadata(metadata(path, MetadataUpdateType.META_TYPE_XATTRS)
                .addXAttrs(attribute)
                .setXAttrsRemoved(removed));
    }
}
