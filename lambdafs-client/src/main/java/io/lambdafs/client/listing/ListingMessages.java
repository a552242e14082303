package io.lambdafs.client.listing;

import java.util.List;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetListingRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.DirectoryListingProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.HdfsFileStatusProto;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
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

    /** The entries told by a NameNode. */
    public static DirectoryListing listing(DirectoryListingProto message) {
        List<HdfsFileStatusProto> entries = message.getPartialListingList();
        HdfsFileStatus[] statuses = new HdfsFileStatus[entries.size()];
        ListedDirectory directory = new ListedDirectory();
        @Nullable HdfsFileStatusProto former = null;
        String owner = "";
        String group = "";
        for (int at = 0; at < statuses.length; at++) {
            HdfsFileStatusProto entry = entries.get(at);
            if (former == null || !former.getOwnerBytes().equals(entry.getOwnerBytes())) {
                owner = entry.getOwner();
            }
            if (former == null || !former.getGroupBytes().equals(entry.getGroupBytes())) {
                group = entry.getGroup();
            }
            former = entry;
            statuses[at] = ListedFileStatus.canSay(entry)
                    ? new ListedFileStatus(entry, owner, group, directory)
                    : PBHelperClient.convert(entry);
        }
        return new DirectoryListing(statuses, message.getRemainingEntries());
    }
}
