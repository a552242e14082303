package io.lambdafs.namenode.op.snapshot;

import io.lambdafs.namenode.Operation;
import java.util.Map;

/** The operations on snapshots, by the names of their methods. */
public final class SnapshotOperations {
    /** The most differences of a page; each page compares anew. */
    private static final int DIFFERENCES = 5000;

    private SnapshotOperations() {}

    public static Map<String, Operation<?, ?>> all() {
        return Map.of(
                "allowSnapshot", new AllowSnapshotOperation(),
                "createSnapshot", new CreateSnapshotOperation(),
                "deleteSnapshot", new DeleteSnapshotOperation(),
                "disallowSnapshot", new DisallowSnapshotOperation(),
                "getSnapshotDiffReport", new GetSnapshotDiffReportOperation(),
                "getSnapshotDiffReportListing", new GetSnapshotDiffReportListingOperation(DIFFERENCES),
                "getSnapshotListing", new GetSnapshotListingOperation(),
                "getSnapshottableDirListing", new GetSnapshottableDirListingOperation(),
                "renameSnapshot", new RenameSnapshotOperation());
    }
}
