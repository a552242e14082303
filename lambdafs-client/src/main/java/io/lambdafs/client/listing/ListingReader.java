package io.lambdafs.client.listing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.FsPermissionProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetListingResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.DirectoryListingProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.HdfsFileStatusProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.HdfsFileStatusProto.FileType;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.thirdparty.protobuf.CodedInputStream;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.apache.hadoop.thirdparty.protobuf.WireFormat;
import org.jspecify.annotations.Nullable;

/**
 * Reads the encoding of a listing without a message for each entry, which takes longer than all else that is done with one.
 * What is unusual about an entry is left to Hadoop's own messages and classes. For one response; not thread-safe.
 */
final class ListingReader {
    private static final int VARINT = WireFormat.WIRETYPE_VARINT;
    private static final int BYTES = WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int TYPE_BITS = 3;
    private static final int DIR_LIST = GetListingResponseProto.DIRLIST_FIELD_NUMBER << TYPE_BITS | BYTES;
    private static final int ENTRY = DirectoryListingProto.PARTIALLISTING_FIELD_NUMBER << TYPE_BITS | BYTES;
    private static final int REMAINING = DirectoryListingProto.REMAININGENTRIES_FIELD_NUMBER << TYPE_BITS | VARINT;
    private static final int FILE_TYPE = HdfsFileStatusProto.FILETYPE_FIELD_NUMBER << TYPE_BITS | VARINT;
    private static final int PATH = HdfsFileStatusProto.PATH_FIELD_NUMBER << TYPE_BITS | BYTES;
    private static final int LENGTH = HdfsFileStatusProto.LENGTH_FIELD_NUMBER << TYPE_BITS | VARINT;
    private static final int PERMISSION = HdfsFileStatusProto.PERMISSION_FIELD_NUMBER << TYPE_BITS | BYTES;
    private static final int PERM = FsPermissionProto.PERM_FIELD_NUMBER << TYPE_BITS | VARINT;
    private static final int OWNER = HdfsFileStatusProto.OWNER_FIELD_NUMBER << TYPE_BITS | BYTES;
    private static final int GROUP = HdfsFileStatusProto.GROUP_FIELD_NUMBER << TYPE_BITS | BYTES;
    private static final int MODIFIED = HdfsFileStatusProto.MODIFICATION_TIME_FIELD_NUMBER << TYPE_BITS | VARINT;
    private static final int ACCESSED = HdfsFileStatusProto.ACCESS_TIME_FIELD_NUMBER << TYPE_BITS | VARINT;
    private static final int REPLICATION = HdfsFileStatusProto.BLOCK_REPLICATION_FIELD_NUMBER << TYPE_BITS | VARINT;
    private static final int BLOCK_SIZE = HdfsFileStatusProto.BLOCKSIZE_FIELD_NUMBER << TYPE_BITS | VARINT;
    private static final int FILE_ID = HdfsFileStatusProto.FILEID_FIELD_NUMBER << TYPE_BITS | VARINT;
    private static final int CHILDREN = HdfsFileStatusProto.CHILDRENNUM_FIELD_NUMBER << TYPE_BITS | VARINT;
    private static final int POLICY = HdfsFileStatusProto.STORAGEPOLICY_FIELD_NUMBER << TYPE_BITS | VARINT;

    /* The fields that an entry must have, a bit each. */
    private static final int HAS_TYPE = 1;
    private static final int HAS_NAME = 1 << 1;
    private static final int HAS_LENGTH = 1 << 2;
    private static final int HAS_PERMISSION = 1 << 3;
    private static final int HAS_OWNER = 1 << 4;
    private static final int HAS_GROUP = 1 << 5;
    private static final int HAS_MODIFIED = 1 << 6;
    private static final int HAS_ACCESSED = 1 << 7;
    private static final int REQUIRED = (1 << 8) - 1;

    /** Seen in an entry that is not for this class. */
    private static final int UNUSUAL = 1 << 8;

    /** Stands for bytes that are no text, which Hadoop's own class keeps. */
    private static final char REPLACEMENT = '\uFFFD';

    private final byte[] response;
    private final CodedInputStream in;
    private final ListedDirectory directory = new ListedDirectory();
    private final RepeatedText owner = new RepeatedText();
    private final RepeatedText group = new RepeatedText();

    ListingReader(byte[] response) {
        this.response = response;
        this.in = CodedInputStream.newInstance(response);
    }

    /**
     * The listing; null if the response has none.
     *
     * @throws InvalidProtocolBufferException if it is no response
     */
    @Nullable
    DirectoryListing read() throws IOException {
        if (response.length == 0) {
            return null;
        }
        if (in.readTag() != DIR_LIST || in.readRawVarint32() != response.length - in.getTotalBytesRead()) {
            return unusual();
        }
        List<HdfsFileStatus> entries = new ArrayList<>();
        int remaining = -1;
        while (!in.isAtEnd()) {
            int tag = in.readTag();
            if (tag == ENTRY) {
                entries.add(entry());
            } else if (tag == REMAINING) {
                remaining = in.readUInt32();
            } else {
                return unusual();
            }
        }
        return remaining < 0 ? unusual() : new DirectoryListing(entries.toArray(new HdfsFileStatus[0]), remaining);
    }

    /* With something else in it, or without what it must have. */
    private @Nullable DirectoryListing unusual() throws InvalidProtocolBufferException {
        GetListingResponseProto message = GetListingResponseProto.parseFrom(response);
        return message.hasDirList() ? PBHelperClient.convert(message.getDirList()) : null;
    }

    private HdfsFileStatus entry() throws IOException {
        int length = in.readRawVarint32();
        int begin = in.getTotalBytesRead();
        int outer = in.pushLimit(length);
        ListedFields fields = new ListedFields();
        int seen = 0;
        while ((seen & UNUSUAL) == 0 && !in.isAtEnd()) {
            seen |= read(in.readTag(), fields);
        }
        in.skipRawBytes(in.getBytesUntilLimit());
        in.popLimit(outer);
        return seen == REQUIRED
                ? new ListedFileStatus(fields, directory)
                : PBHelperClient.convert(HdfsFileStatusProto.parser().parseFrom(response, begin, length));
    }

    /**
     * Reads one field. Returns which of the required fields it was, 0 for another field, or that this class does not
     * know the field.
     */
    private int read(int tag, ListedFields fields) throws IOException {
        switch (tag) {
            case FILE_TYPE:
                int type = in.readEnum();
                fields.directory = type == FileType.IS_DIR_VALUE;
                return fields.directory || type == FileType.IS_FILE_VALUE ? HAS_TYPE : UNUSUAL;
            case PATH:
                fields.name = text();
                return fields.name.indexOf(REPLACEMENT) < 0 ? HAS_NAME : UNUSUAL;
            case LENGTH:
                fields.length = in.readUInt64();
                return HAS_LENGTH;
            case PERMISSION:
                fields.permission = permission();
                return ListedFileStatus.isPlain(fields.permission) ? HAS_PERMISSION : UNUSUAL;
            case OWNER:
                fields.owner = text(owner);
                return HAS_OWNER;
            case GROUP:
                fields.group = text(group);
                return HAS_GROUP;
            case MODIFIED:
                fields.modificationMillis = in.readUInt64();
                return HAS_MODIFIED;
            case ACCESSED:
                fields.accessMillis = in.readUInt64();
                return HAS_ACCESSED;
            default:
                return readOptional(tag, fields) ? 0 : UNUSUAL;
        }
    }

    /** Whether the tag is of a field that an entry may have. */
    private boolean readOptional(int tag, ListedFields fields) throws IOException {
        switch (tag) {
            case REPLICATION:
                fields.replication = in.readUInt32();
                return true;
            case BLOCK_SIZE:
                fields.blockSize = in.readUInt64();
                return true;
            case FILE_ID:
                fields.fileId = in.readUInt64();
                return true;
            case CHILDREN:
                fields.children = in.readInt32();
                return true;
            case POLICY:
                fields.storagePolicy = in.readUInt32();
                return true;
            default:
                return false;
        }
    }

    /** The mode; -1 if the message has something else as well. */
    private int permission() throws IOException {
        int outer = in.pushLimit(in.readRawVarint32());
        int mode = !in.isAtEnd() && in.readTag() == PERM ? in.readUInt32() : -1;
        if (!in.isAtEnd()) {
            in.skipRawBytes(in.getBytesUntilLimit());
            mode = -1;
        }
        in.popLimit(outer);
        return mode;
    }

    private String text() throws IOException {
        int length = in.readRawVarint32();
        int begin = in.getTotalBytesRead();
        in.skipRawBytes(length);
        return new String(response, begin, length, StandardCharsets.UTF_8);
    }

    private String text(RepeatedText former) throws IOException {
        int length = in.readRawVarint32();
        int begin = in.getTotalBytesRead();
        in.skipRawBytes(length);
        return former.at(begin, length);
    }

    /** A text that most entries have in common: one string does for all of them. */
    private final class RepeatedText {
        private int begin;
        private int length;
        private String text = "";

        String at(int nextBegin, int nextLength) {
            if (!isSame(nextBegin, nextLength)) {
                text = new String(response, nextBegin, nextLength, StandardCharsets.UTF_8);
            }
            begin = nextBegin;
            length = nextLength;
            return text;
        }

        private boolean isSame(int nextBegin, int nextLength) {
            if (length != nextLength) {
                return false;
            }
            for (int at = 0; at < length; at++) {
                if (response[begin + at] != response[nextBegin + at]) {
                    return false;
                }
            }
            return true;
        }
    }
}
