package io.lambdafs.namenode.op.snapshot;

import io.lambdafs.namenode.Operation;
import java.util.Map;

/** The operations on snapshots, by the names of their methods. */
public final class SnapshotOperations {
    private SnapshotOperations() {}

    public static Map<String, Operation<?, ?>> all() {
        return Map.of(
                "allowSnapshot", new AllowSnapshotOperation(),
                "createSnapshot", new CreateSnapshotOperation(),
                "deleteSnapshot", new DeleteSnapshotOperation(),
                "disallowSnapshot", new DisallowSnapshotOperation(),
                "getSnapshotDiffReport", new GetSnapshotDiffReportOperation(),
                "getSnapshotListing", new GetSnapshotListingOperation(),
                "getSnapshottableDirListing", new GetSnapshottableDirListingOperation(),
                "renameSnapshot", new RenameSnapshotOperation());
    }
}
