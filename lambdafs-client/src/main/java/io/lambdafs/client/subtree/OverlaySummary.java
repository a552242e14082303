package io.lambdafs.client.subtree;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.ipc.RemoteException;

/** Counts what is at and below a path of an overlay. The path has no quota of its own there. */
final class OverlaySummary {
    private long files;
    private long directories;
    private long bytes;
    private long space;

    private OverlaySummary() {}

    /** Lists a page of a directory. */
    interface Pages {
        DirectoryListing list(String directory, byte[] startAfter) throws IOException;
    }

    /**
     * The summary of a file or a directory.
     *
     * @throws IOException if there is nothing at the path
     */
    static ContentSummary of(Overlay overlay, String path) throws IOException {
        HdfsFileStatus at = path.equals(overlay.root()) ? null : overlay.status(path);
        OverlaySummary summary = new OverlaySummary();
        if (at != null && !at.isDirectory()) {
            summary.count(at);
        } else {
            summary.addDirectory(overlay::list, path);
        }
        return summary.summary();
    }

    /** The summary of a directory that is listed in this way. */
    static ContentSummary of(Pages pages, String directory) throws IOException {
        OverlaySummary summary = new OverlaySummary();
        summary.addDirectory(pages, directory);
        return summary.summary();
    }

    private ContentSummary summary() {
        return new ContentSummary.Builder()
                .fileCount(files)
                .directoryCount(directories)
                .length(bytes)
                .spaceConsumed(space)
                .quota(-1)
                .spaceQuota(-1)
                .build();
    }

    private void addDirectory(Pages pages, String path) throws IOException {
        Deque<String> rest = new ArrayDeque<>();
        addEntries(pages, path, rest);
        while (!rest.isEmpty()) {
            String directory = rest.remove();
            try {
                addEntries(pages, directory, rest);
            } catch (RemoteException e) {
                // The program may remove it after it was listed in the one above: then it does not count.
                if (!FileNotFoundException.class.getName().equals(e.getClassName())) {
                    throw e;
                }
            }
        }
    }

    private void addEntries(Pages pages, String directory, Deque<String> rest) throws IOException {
        DirectoryListing page = pages.list(directory, HdfsFileStatus.EMPTY_NAME);
        directories++;
        while (true) {
            for (HdfsFileStatus child : page.getPartialListing()) {
                if (child.isDirectory()) {
                    rest.add(directory + "/" + child.getLocalName());
                } else {
                    count(child);
                }
            }
            if (!page.hasMore()) {
                return;
            }
            page = pages.list(directory, page.getLastName());
        }
    }

    private void count(HdfsFileStatus file) {
        files++;
        bytes += file.getLen();
        space += file.getLen() * file.getReplication();
    }
}
