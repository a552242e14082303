package io.lambdafs.client;

import io.lambdafs.client.listing.ListingMessages;
import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetListingResponseProto;
import org.apache.hadoop.hdfs.protocolPB.ClientNamenodeProtocolPB;
import org.apache.hadoop.hdfs.protocolPB.ClientNamenodeProtocolTranslatorPB;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.jspecify.annotations.Nullable;

/** Hadoop's own translation of its client's calls into messages, except for listings, where its own is slow. */
final class ClientProtocolTranslator extends ClientNamenodeProtocolTranslatorPB {
    private final ClientNamenodeProtocolPB service;

    ClientProtocolTranslator(ClientNamenodeProtocolPB service) {
        super(service);
        this.service = service;
    }

    @Override
    public @Nullable DirectoryListing getListing(String path, byte[] startAfter, boolean withLocations)
            throws IOException {
        if (withLocations) {
            return super.getListing(path, startAfter, true);
        }
        try {
            GetListingResponseProto response = service.getListing(null, ListingMessages.request(path, startAfter));
            return response.hasDirList() ? ListingMessages.listing(response.getDirList()) : null;
        } catch (ServiceException e) {
            throw e.getCause() instanceof IOException ? (IOException) e.getCause() : new IOException(e);
        }
    }
}
