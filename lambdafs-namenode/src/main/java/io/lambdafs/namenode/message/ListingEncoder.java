package io.lambdafs.namenode.message;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.storage.StoragePolicies;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.FsPermissionProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetListingResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.DirectoryListingProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.HdfsFileStatusProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.HdfsFileStatusProto.FileType;
import org.apache.hadoop.thirdparty.protobuf.CodedOutputStream;
import org.apache.hadoop.thirdparty.protobuf.WireFormat;

/**
 * Writes a listing byte for byte as {@link FileStatusMessages} and protobuf's generated classes would, but without
 * their five objects and two conversions of text for every entry. These are most of a NameNode's work for a listing
 * that it has in memory. Not thread-safe; for one listing.
 */
public final class ListingEncoder {
    /** Bounds an encoded status without its name, owner and group: at most fourteen tags, lengths and numbers of ten bytes. */
    private static final int FIXED_BYTES = 200;

    private static final int LENGTH_DELIMITED = WireFormat.WIRETYPE_LENGTH_DELIMITED;

    private EncodedText owner = new EncodedText("");
    private EncodedText group = new EncodedText("");
    private byte[] status = new byte[FIXED_BYTES];
    private final int storagePolicy;
    private byte[] listing;
    private int size;

    private ListingEncoder(int entries, int storagePolicy) {
        this.storagePolicy = storagePolicy;
        listing = new byte[FIXED_BYTES + entries * FIXED_BYTES / 2];
    }

    /**
     * The encoding of a {@link GetListingResponseProto}.
     *
     * @param page the entries, in order, without locations
     * @param storagePolicy the number of the policy that applies to the directory
     * @param remaining how many come after them
     */
    public static byte[] encode(List<INode> page, int storagePolicy, int remaining) {
        ListingEncoder encoder = new ListingEncoder(page.size(), storagePolicy);
        try {
            for (INode inode : page) {
                encoder.add(inode);
            }
            return encoder.response(remaining);
        } catch (IOException e) {
            throw new UncheckedIOException("an array was too short", e);
        }
    }

    private void add(INode inode) throws IOException {
        Attributes attributes = inode.attributes();
        owner = owner.orOf(attributes.owner());
        group = group.orOf(attributes.group());
        byte[] name = inode.name().bytes();
        int most = FIXED_BYTES + name.length + owner.bytes.length + group.bytes.length;
        if (status.length < most) {
            status = new byte[most];
        }
        CodedOutputStream out = CodedOutputStream.newInstance(status);
        write(inode, name, out);
        addStatus(status.length - out.spaceLeft());
    }

    private void addStatus(int length) throws IOException {
        CodedOutputStream out = room(length + FIXED_BYTES);
        out.writeTag(DirectoryListingProto.PARTIALLISTING_FIELD_NUMBER, LENGTH_DELIMITED);
        out.writeUInt32NoTag(length);
        out.write(status, 0, length);
        size = listing.length - out.spaceLeft();
    }

    private CodedOutputStream room(int bytes) {
        if (listing.length - size < bytes) {
            listing = Arrays.copyOf(listing, Math.max(2 * listing.length, size + bytes));
        }
        return CodedOutputStream.newInstance(listing, size, listing.length - size);
    }

    /** In the order of the fields' numbers, as generated code does. */
    private void write(INode inode, byte[] name, CodedOutputStream out) throws IOException {
        Attributes attributes = inode.attributes();
        RegularFile file = inode instanceof RegularFile regular ? regular : null;
        FileType type = file == null ? FileType.IS_DIR : FileType.IS_FILE;
        int mode = attributes.permission().mode();
        out.writeEnum(HdfsFileStatusProto.FILETYPE_FIELD_NUMBER, type.getNumber());
        out.writeByteArray(HdfsFileStatusProto.PATH_FIELD_NUMBER, name);
        out.writeUInt64(HdfsFileStatusProto.LENGTH_FIELD_NUMBER, file == null ? 0 : file.length());
        out.writeTag(HdfsFileStatusProto.PERMISSION_FIELD_NUMBER, LENGTH_DELIMITED);
        out.writeUInt32NoTag(CodedOutputStream.computeUInt32Size(FsPermissionProto.PERM_FIELD_NUMBER, mode));
        out.writeUInt32(FsPermissionProto.PERM_FIELD_NUMBER, mode);
        out.writeByteArray(HdfsFileStatusProto.OWNER_FIELD_NUMBER, owner.bytes);
        out.writeByteArray(HdfsFileStatusProto.GROUP_FIELD_NUMBER, group.bytes);
        out.writeUInt64(HdfsFileStatusProto.MODIFICATION_TIME_FIELD_NUMBER, attributes.modificationMillis());
        out.writeUInt64(HdfsFileStatusProto.ACCESS_TIME_FIELD_NUMBER, attributes.accessMillis());
        out.writeUInt32(HdfsFileStatusProto.BLOCK_REPLICATION_FIELD_NUMBER, file == null ? 0 : file.replication());
        out.writeUInt64(HdfsFileStatusProto.BLOCKSIZE_FIELD_NUMBER, file == null ? 0 : file.blockSize());
        out.writeUInt64(HdfsFileStatusProto.FILEID_FIELD_NUMBER, inode.id().value());
        long children = inode instanceof Directory directory ? directory.children() : 0;
        if (children != Directory.UNCOUNTED) {
            out.writeInt32(HdfsFileStatusProto.CHILDRENNUM_FIELD_NUMBER, FileStatusMessages.childrenNum(children));
        }
        out.writeUInt32(
                HdfsFileStatusProto.STORAGEPOLICY_FIELD_NUMBER, StoragePolicies.numberFor(inode, storagePolicy));
        int flags = FileStatusMessages.flags(attributes.features());
        if (flags != 0) {
            out.writeUInt32(HdfsFileStatusProto.FLAGS_FIELD_NUMBER, flags);
        }
    }

    private byte[] response(int remaining) throws IOException {
        CodedOutputStream last = room(FIXED_BYTES);
        last.writeUInt32(DirectoryListingProto.REMAININGENTRIES_FIELD_NUMBER, remaining);
        size = listing.length - last.spaceLeft();
        int field = GetListingResponseProto.DIRLIST_FIELD_NUMBER;
        byte[] response = new byte
                [CodedOutputStream.computeTagSize(field) + CodedOutputStream.computeUInt32SizeNoTag(size) + size];
        CodedOutputStream.newInstance(response).writeByteArray(field, listing, 0, size);
        return response;
    }

    /** A text and its UTF-8 bytes, kept because most entries have the same owner and group. */
    private static final class EncodedText {
        private final String text;
        private final byte[] bytes;

        EncodedText(String text) {
            this.text = text;
            this.bytes = text.getBytes(StandardCharsets.UTF_8);
        }

        EncodedText orOf(String other) {
            return text.equals(other) ? this : new EncodedText(other);
        }
    }
}
