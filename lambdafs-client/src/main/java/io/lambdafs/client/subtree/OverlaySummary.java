package io.lambdafs.client.subtree;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;

/** Counts what is at and below a path of an overlay. The path has no quota of its own there. */
final class OverlaySummary {
    private long files;
    private long directories;
    private long bytes;
    private long space;

    private OverlaySummary() {}

    /**
     * The summary of a file or a directory.
     *
     * @throws IOException if there is nothing at the path
     */
    static ContentSummary of(Overlay overlay, String path) throws IOException {
        OverlaySummary summary = new OverlaySummary();
        summary.add(overlay, path);
        return new ContentSummary.Builder()
                .fileCount(summary.files)
                .directoryCount(summary.directories)
                .length(summary.bytes)
                .spaceConsumed(summary.space)
                .quota(-1)
                .spaceQuota(-1)
                .build();
    }

    private void add(Overlay overlay, String path) throws IOException {
        HdfsFileStatus at = path.equals(overlay.root()) ? null : overlay.status(path);
        if (at != null && !at.isDirectory()) {
            count(at);
            return;
        }
        Deque<String> rest = new ArrayDeque<>();
        rest.add(path);
        while (!rest.isEmpty()) {
            String directory = rest.remove();
            directories++;
            byte[] after = HdfsFileStatus.EMPTY_NAME;
            boolean more = true;
            while (more) {
                DirectoryListing page = overlay.list(directory, after);
                for (HdfsFileStatus child : page.getPartialListing()) {
                    if (child.isDirectory()) {
                        rest.add(directory + "/" + child.getLocalName());
                    } else {
                        count(child);
                    }
                }
                more = page.hasMore();
                after = page.getLastName();
            }
        }
    }

    private void count(HdfsFileStatus file) {
        files++;
        bytes += file.getLen();
        space += file.getLen() * file.getReplication();
    }
}
