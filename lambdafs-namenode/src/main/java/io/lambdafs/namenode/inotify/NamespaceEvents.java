package io.lambdafs.namenode.inotify;

import io.lambdafs.fs.AclEntry;
import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.Permission;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.namenode.message.AclMessages;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.proto.InotifyProtos.MetadataUpdateEventProto;
import org.apache.hadoop.hdfs.protocol.proto.InotifyProtos.MetadataUpdateType;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.XAttrProto;

/**
 * Makes what the change feed keeps of HDFS's events. Frequent events have a compact form of their own, because each write would have to
 * load and build HDFS's messages, and few programs watch. Rare events are kept as HDFS's message. Times are in milliseconds since the epoch.
 */
public final class NamespaceEvents {
    private NamespaceEvents() {}

    /**
     * A file or directory was made.
     *
     * @param overwrite whether a file that had been there was to be replaced
     */
    public static EventBytes created(FsPath path, INode inode, boolean overwrite) {
        Attributes attributes = inode.attributes();
        EventBytes created = EventBytes.of(inode.isDirectory() ? EventKind.DIRECTORY_CREATED : EventKind.FILE_CREATED)
                .text(path)
                .number(attributes.modificationMillis())
                .text(attributes.owner())
                .text(attributes.group())
                .number(attributes.permission().mode())
                .number(overwrite ? 1 : 0);
        return inode instanceof RegularFile file
                ? created.number(file.replication()).number(file.blockSize())
                : created;
    }

    /** A file that was written was closed. */
    public static EventBytes closed(FsPath path, long length, long millis) {
        return EventBytes.of(EventKind.CLOSED).text(path).number(length).number(millis);
    }

    /** A file was opened to write at its end. */
    public static EventBytes appended(FsPath path, boolean newBlock) {
        return EventBytes.of(EventKind.APPENDED).text(path).number(newBlock ? 1 : 0);
    }

    public static EventBytes renamed(FsPath from, FsPath to, long millis) {
        return EventBytes.of(EventKind.RENAMED).text(from).text(to).number(millis);
    }

    /** A file, or a directory with all below it, was removed. */
    public static EventBytes unlinked(FsPath path, long millis) {
        return EventBytes.of(EventKind.UNLINKED).text(path).number(millis);
    }

    public static EventBytes truncated(FsPath path, long length, long millis) {
        return EventBytes.of(EventKind.TRUNCATED).text(path).number(length).number(millis);
    }

    public static EventBytes permissionSet(FsPath path, Permission permission) {
        return EventBytes.of(EventKind.PERMISSION_SET).text(path).number(permission.mode());
    }

    /** An owner or a group that stays as it was is not named, as in HDFS: its text is empty. */
    public static EventBytes ownerSet(FsPath path, String owner, String group) {
        return EventBytes.of(EventKind.OWNER_SET).text(path).text(owner).text(group);
    }

    private static MetadataUpdateEventProto.Builder metadata(FsPath path, MetadataUpdateType type) {
        return MetadataUpdateEventProto.newBuilder().setPath(path.toString()).setType(type);
    }

    private static EventBytes metadata(MetadataUpdateEventProto.Builder changed) {
        return EventBytes.of(EventKind.METADATA).bytes(changed.build().toByteArray());
    }

    public static EventBytes replicated(FsPath path, int replication) {
        return metadata(metadata(path, MetadataUpdateType.META_TYPE_REPLICATION).setReplication(replication));
    }

    public static EventBytes timesSet(FsPath path, long modification, long access) {
        return metadata(metadata(path, MetadataUpdateType.META_TYPE_TIMES)
                .setMtime(modification)
                .setAtime(access));
    }

    /** The list of access control is this now, without the entries that the permission stands for. */
    public static EventBytes aclSet(FsPath path, List<AclEntry> entries) {
        return metadata(metadata(path, MetadataUpdateType.META_TYPE_ACLS).addAllAcls(AclMessages.messages(entries)));
    }

    public static EventBytes attributeSet(FsPath path, XAttrProto attribute, boolean removed) {
        return metadata(metadata(path, MetadataUpdateType.META_TYPE_XATTRS)
                .addXAttrs(attribute)
                .setXAttrsRemoved(removed));
    }
}
