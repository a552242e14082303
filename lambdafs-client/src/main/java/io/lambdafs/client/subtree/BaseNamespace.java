package io.lambdafs.client.subtree;

import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.jspecify.annotations.Nullable;

/** What the namespace has below the root of a decoupled subtree, from before. */
interface BaseNamespace {
    /** A page of a directory; null if it is not there. */
    @Nullable
    DirectoryListing list(String path, byte[] startAfter) throws IOException;
}
