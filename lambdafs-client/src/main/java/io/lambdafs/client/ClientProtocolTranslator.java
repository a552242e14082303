package io.lambdafs.client;

import io.lambdafs.client.listing.ListingMessages;
import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocolPB.ClientNamenodeProtocolPB;
import org.apache.hadoop.hdfs.protocolPB.ClientNamenodeProtocolTranslatorPB;
import org.jspecify.annotations.Nullable;

/** Hadoop's own translation of its client's calls into messages, except for listings, where its own is slow. */
final class ClientProtocolTranslator extends ClientNamenodeProtocolTranslatorPB {
    private final ProtocolInvocation calls;

    /**
     * A translation.
     *
     * @param service what carries the messages of all other calls
     * @param calls what is behind the service
     */
    ClientProtocolTranslator(ClientNamenodeProtocolPB service, ProtocolInvocation calls) {
        super(service);
        this.calls = calls;
    }

    @Override
    public @Nullable DirectoryListing getListing(String path, byte[] startAfter, boolean withLocations)
            throws IOException {
        if (withLocations) {
            return super.getListing(path, startAfter, true);
        }
        return calls.call("getListing", ListingMessages.request(path, startAfter), ListingMessages::listing);
    }
}
