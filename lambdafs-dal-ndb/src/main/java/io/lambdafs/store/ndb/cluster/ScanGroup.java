package io.lambdafs.store.ndb.cluster;

import java.util.ArrayList;
import java.util.List;

/** Scans that go to the cluster together, in one round trip, and run side by side; each of one range. */
public final class ScanGroup {
    private final List<Result<?>> results = new ArrayList<>();

    /** What one of the scans finds. */
    public static final class Result<T> {
        private final Scan<T> scan;
        private List<T> rows = List.of();

        private Result(Scan<T> scan) {
            this.scan = scan;
        }

        Scan<T> scan() {
            return scan;
        }

        void found(List<T> found) {
            rows = found;
        }

        /** The rows, once the group has been carried out. */
        public List<T> rows() {
            return List.copyOf(rows);
        }
    }

    public <T> Result<T> add(Scan<T> scan) {
        if (scan.ranges().size() != 1) {
            throw new IllegalArgumentException(
                    "a scan of a group is of one range, not " + scan.ranges().size());
        }
        Result<T> result = new Result<>(scan);
        results.add(result);
        return result;
    }

    List<Result<?>> results() {
        return results;
    }
}
