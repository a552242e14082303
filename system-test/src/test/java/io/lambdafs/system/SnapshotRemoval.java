package io.lambdafs.system;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.SnapshottableDirectoryStatus;

/** Removes the snapshots of a system that tests share: a directory that has snapshots cannot be deleted. */
public final class SnapshotRemoval {
    private SnapshotRemoval() {}

    /** Deletes every snapshot, and forbids new ones in every directory. */
    public static void everywhere(Stack stack) throws IOException {
        try (DistributedFileSystem fs = (DistributedFileSystem) stack.newClient()) {
            SnapshottableDirectoryStatus[] directories = fs.getSnapshottableDirListing();
            for (SnapshottableDirectoryStatus directory :
                    directories == null ? List.<SnapshottableDirectoryStatus>of() : List.of(directories)) {
                Path path = directory.getFullPath();
                for (FileStatus snapshot : fs.listStatus(new Path(path, ".snapshot"))) {
                    fs.deleteSnapshot(path, snapshot.getPath().getName());
                }
                fs.disallowSnapshot(path);
            }
        }
    }
}
