package io.lambdafs.client.subtree;

import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.jspecify.annotations.Nullable;

/** Calls NameNodes about decoupled subtrees, as one user. Thread-safe. */
public interface SubtreeCalls {
    /**
     * Calls a method of {@link io.lambdafs.wire.decoupling.DecouplingMethods}.
     *
     * @param route a path, for its owner; or any other text, which spreads calls over deployments
     * @return the response, as the method encodes it
     * @throws org.apache.hadoop.ipc.RemoteException if it is refused
     */
    byte[] call(String method, String route, byte[] message) throws IOException;

    /** A page of a directory of the namespace; null if it is not there. */
    @Nullable
    DirectoryListing list(String path, byte[] startAfter) throws IOException;
}
