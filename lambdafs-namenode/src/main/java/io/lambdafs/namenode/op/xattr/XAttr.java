package io.lambdafs.namenode.op.xattr;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.XAttrProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.XAttrProto.XAttrNamespaceProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;

/**
 * An extended attribute.
 *
 * @param space decides which users may use it
 * @param name within the name space
 */
record XAttr(XAttrNamespaceProto space, String name, ByteString value) {
    private static final String UNREADABLE = "hdfs.unreadable.by.superuser";

    XAttr {
        requireNonNull(space, "space");
        requireNonNull(name, "name");
        requireNonNull(value, "value");
    }

    static XAttr of(XAttrProto message) {
        return new XAttr(message.getNamespace(), message.getName(), message.getValue());
    }

    XAttrProto message() {
        return XAttrProto.newBuilder()
                .setNamespace(space)
                .setName(name)
                .setValue(value)
                .build();
    }

    boolean isNamedAs(XAttr other) {
        return space == other.space && name.equals(other.name);
    }

    /** Whether it is HDFS's attribute of files that a superuser may not read. */
    boolean isUnreadableBySuperuser() {
        return space == XAttrNamespaceProto.SECURITY && name.equals(UNREADABLE);
    }

    /** Whether it counts where the number of attributes is limited. */
    boolean countsForUsers() {
        return space == XAttrNamespaceProto.USER || space == XAttrNamespaceProto.TRUSTED;
    }

    /** The name as users write it. */
    String prefixedName() {
        return space.name().toLowerCase(Locale.ROOT) + "." + name;
    }

    /** The bytes of name and value, which are limited. */
    int size() {
        return name.getBytes(StandardCharsets.UTF_8).length + value.size();
    }

    /** How it is stored, with the number of the change that stored it. */
    byte[] encode(long change) {
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(Long.BYTES + 1 + Integer.BYTES + text.length + value.size())
                .putLong(change)
                .put((byte) space.getNumber())
                .putInt(text.length)
                .put(text)
                .put(value.asReadOnlyByteBuffer())
                .array();
    }

    /** The number of the change that stored these bytes. */
    static long change(byte[] stored) {
        return ByteBuffer.wrap(stored).getLong();
    }

    static XAttr decode(byte[] stored) {
        ByteBuffer in = ByteBuffer.wrap(stored);
        in.getLong();
        XAttrNamespaceProto space = requireNonNull(XAttrNamespaceProto.forNumber(in.get()), "space");
        byte[] text = new byte[in.getInt()];
        in.get(text);
        return new XAttr(space, new String(text, StandardCharsets.UTF_8), ByteString.copyFrom(in));
    }
}
