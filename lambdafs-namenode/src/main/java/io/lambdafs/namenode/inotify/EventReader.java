package io.lambdafs.namenode.inotify;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.FsPermissionProto;
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
import org.apache.hadoop.thirdparty.protobuf.ByteString;

/** Reads what a transaction has announced as HDFS's events. Used by one thread. */
public final class EventReader {
    private final ByteBuffer in;

    private EventReader(byte[] announcement) {
        in = ByteBuffer.wrap(announcement);
    }

    /**
     * The events.
     *
     * @throws io.lambdafs.store.StoreException of kind INCOMPATIBLE if a newer program wrote them
     * @throws BufferUnderflowException if they are cut off
     */
    public static List<EventProto> events(byte[] announcement) {
        EventReader reader = new EventReader(announcement);
        List<EventProto> events = new ArrayList<>();
        while (reader.in.hasRemaining()) {
            events.add(reader.event(EventKind.numbered(reader.in.get())));
        }
        return events;
    }

    private byte[] bytes() {
        int length = in.getInt();
        if (length < 0 || length > in.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    private String text() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }

    private boolean flag() {
        return in.getLong() != 0;
    }

    private FsPermissionProto permission() {
        return FsPermissionProto.newBuilder().setPerm((int) in.getLong()).build();
    }

    private EventProto event(EventKind kind) {
        return switch (kind) {
            case FILE_CREATED -> event(EventType.EVENT_CREATE, file());
            case DIRECTORY_CREATED ->
                event(
                        EventType.EVENT_CREATE,
                        created(INodeType.I_TYPE_DIRECTORY).build().toByteString());
            case CLOSED ->
                event(
                        EventType.EVENT_CLOSE,
                        CloseEventProto.newBuilder()
                                .setPath(text())
                                .setFileSize(in.getLong())
                                .setTimestamp(in.getLong())
                                .build()
                                .toByteString());
            case APPENDED ->
                event(
                        EventType.EVENT_APPEND,
                        AppendEventProto.newBuilder()
                                .setPath(text())
                                .setNewBlock(flag())
                                .build()
                                .toByteString());
            case RENAMED ->
                event(
                        EventType.EVENT_RENAME,
                        RenameEventProto.newBuilder()
                                .setSrcPath(text())
                                .setDestPath(text())
                                .setTimestamp(in.getLong())
                                .build()
                                .toByteString());
            case UNLINKED ->
                event(
                        EventType.EVENT_UNLINK,
                        UnlinkEventProto.newBuilder()
                                .setPath(text())
                                .setTimestamp(in.getLong())
                                .build()
                                .toByteString());
            case TRUNCATED ->
                event(
                        EventType.EVENT_TRUNCATE,
                        TruncateEventProto.newBuilder()
                                .setPath(text())
                                .setFileSize(in.getLong())
                                .setTimestamp(in.getLong())
                                .build()
                                .toByteString());
            case PERMISSION_SET -> event(EventType.EVENT_METADATA, permissionSet());
            case OWNER_SET -> event(EventType.EVENT_METADATA, owner());
            case METADATA -> event(EventType.EVENT_METADATA, ByteString.copyFrom(bytes()));
        };
    }

    private static EventProto event(EventType type, ByteString contents) {
        return EventProto.newBuilder().setType(type).setContents(contents).build();
    }

    private CreateEventProto.Builder created(INodeType type) {
        return CreateEventProto.newBuilder()
                .setType(type)
                .setPath(text())
                .setCtime(in.getLong())
                .setOwnerName(text())
                .setGroupName(text())
                .setPerms(permission())
                .setOverwrite(flag());
    }

    private ByteString file() {
        return created(INodeType.I_TYPE_FILE)
                .setReplication((int) in.getLong())
                .setDefaultBlockSize(in.getLong())
                .setErasureCoded(false)
                .build()
                .toByteString();
    }

    private ByteString permissionSet() {
        return MetadataUpdateEventProto.newBuilder()
                .setPath(text())
                .setType(MetadataUpdateType.META_TYPE_PERMS)
                .setPerms(permission())
                .build()
                .toByteString();
    }

    private ByteString owner() {
        MetadataUpdateEventProto.Builder changed =
                MetadataUpdateEventProto.newBuilder().setPath(text()).setType(MetadataUpdateType.META_TYPE_OWNER);
        String owner = text();
        String group = text();
        if (!owner.isEmpty()) {
            changed.setOwnerName(owner);
        }
        if (!group.isEmpty()) {
            changed.setGroupName(group);
        }
        return changed.build().toByteString();
    }
}
