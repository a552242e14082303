package io.lambdafs.client.listing;

import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetListingRequestProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.jspecify.annotations.Nullable;

/** Between Hadoop's messages about a listing and the classes of its client. */
public final class ListingMessages {
    private ListingMessages() {}

    /** Asks for the entries of a directory whose names come after {@code startAfter}, without locations of blocks. */
    public static GetListingRequestProto request(String path, byte[] startAfter) {
        return GetListingRequestProto.newBuilder()
                .setSrc(path)
                .setStartAfter(ByteString.copyFrom(startAfter))
                .setNeedLocation(false)
                .build();
    }

    /**
     * The entries that a NameNode sent in the encoding of Hadoop's response; null if the directory does not exist.
     *
     * @throws InvalidProtocolBufferException if it is no such encoding
     */
    public static @Nullable DirectoryListing listing(byte[] response) throws InvalidProtocolBufferException {
        try {
            return new ListingReader(response).read();
        } catch (InvalidProtocolBufferException e) {
            throw e;
        } catch (IOException e) {
            throw new InvalidProtocolBufferException(e);
        }
    }
}
