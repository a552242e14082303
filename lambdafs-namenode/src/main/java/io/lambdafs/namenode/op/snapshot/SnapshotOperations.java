package io.lambdafs.namenode.op.snapshot;

import io.lambdafs.namenode.Operation;
import java.util.Map;

/** The operations on snapshots, by the names of their methods. */
public final class SnapshotOperations {
    /** The most differences of a page. Each page compares anew, so that few large ones are cheaper. */
    private static final int DIFFERENCES = 20_000;

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
