package io.lambdafs.client.subtree;

import io.lambdafs.wire.journal.OverlayNode;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.jspecify.annotations.Nullable;

/** What a path in an overlay leads to. Immutable. */
final class OverlayEntry {
    final long id;
    final @Nullable OverlayNode made;
    final @Nullable HdfsFileStatus before;
    final @Nullable OverlayEntry parent;
    final String path;

    OverlayEntry(
            long id,
            @Nullable OverlayNode made,
            @Nullable HdfsFileStatus before,
            @Nullable OverlayEntry parent,
            String path) {
        this.id = id;
        this.made = made;
        this.before = before;
        this.parent = parent;
        this.path = path;
    }

    boolean isDirectory() {
        if (made != null) {
            return made.isDirectory();
        }
        return before == null || before.isDirectory();
    }
}
