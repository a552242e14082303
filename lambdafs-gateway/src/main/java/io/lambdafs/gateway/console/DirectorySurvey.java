package io.lambdafs.gateway.console;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.security.AccessControlException;
import org.jspecify.annotations.Nullable;

/**
 * The directories of the first two levels with their sizes, as one user may see them. Immutable.
 *
 * <p>A directory is no larger than its parent. So the children of the largest directories are summed up first, and what the bounds leave
 * out is small. Each directory costs a walk through all that is below.
 *
 * @param complete whether nothing was left out
 * @param atMillis when it was made
 */
record DirectorySurvey(List<SummedDirectory> directories, boolean complete, long atMillis) {
    private static final byte[] FROM_THE_BEGINNING = {};

    DirectorySurvey {
        directories = List.copyOf(directories);
    }

    /**
     * How much work a survey may be.
     *
     * @param summaries directories that are summed up
     * @param millis after which no other is begun
     */
    record Bounds(int summaries, long millis) {
        static Bounds defaults() {
            return new Bounds(300, 30_000);
        }
    }

    /** Makes one; the user is that of the thread which calls. */
    static DirectorySurvey make(ClientProtocol calls, Bounds bounds, InstantSource clock) throws IOException {
        return new Survey(calls, bounds, clock).make();
    }

    /** A survey under way. */
    private static final class Survey {
        private final ClientProtocol calls;
        private final int summaries;
        private final InstantSource clock;
        private final long end;
        private final List<SummedDirectory> found = new ArrayList<>();
        private boolean complete = true;

        Survey(ClientProtocol calls, Bounds bounds, InstantSource clock) {
            this.calls = calls;
            this.summaries = bounds.summaries();
            this.clock = clock;
            this.end = clock.millis() + bounds.millis();
        }

        DirectorySurvey make() throws IOException {
            sumBelow("/");
            List<SummedDirectory> first = new ArrayList<>(found);
            first.sort(SummedDirectory.LARGEST_FIRST);
            for (SummedDirectory directory : first) {
                if (!isOver()) {
                    sumBelow(directory.path());
                }
            }
            return new DirectorySurvey(found, complete, clock.millis());
        }

        /* Of a directory with very many entries only the first page is looked at. */
        private void sumBelow(String parent) throws IOException {
            for (HdfsFileStatus entry : listing(parent)) {
                if (entry.isDirectory() && !isOver()) {
                    String path = (parent.equals("/") ? "/" : parent + "/") + entry.getLocalName();
                    found.add(SummedDirectory.sum(calls, path, entry.getOwner()));
                }
            }
        }

        private List<HdfsFileStatus> listing(String directory) throws IOException {
            try {
                @Nullable DirectoryListing listing = calls.getListing(directory, FROM_THE_BEGINNING, false);
                if (listing == null) {
                    return List.of();
                }
                complete &= !listing.hasMore();
                return Arrays.asList(listing.getPartialListing());
            } catch (AccessControlException | FileNotFoundException hiddenOrGone) {
                return List.of();
            }
        }

        private boolean isOver() {
            boolean over = found.size() >= summaries || clock.millis() >= end;
            complete &= !over;
            return over;
        }
    }
}
