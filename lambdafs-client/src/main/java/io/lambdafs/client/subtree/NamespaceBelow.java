package io.lambdafs.client.subtree;

import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.jspecify.annotations.Nullable;

/** Lists what the namespace has, through the way that a proxy of this process offers. */
final class NamespaceBelow implements BaseNamespace {
    private final Overlays overlays;

    NamespaceBelow(Overlays overlays) {
        this.overlays = overlays;
    }

    @Override
    public @Nullable DirectoryListing list(String path, byte[] startAfter) throws IOException {
        SubtreeCalls way = overlays.way();
        if (way == null) {
            throw new IOException("The file system is closed");
        }
        return way.list(path, startAfter);
    }
}
