package io.lambdafs.snapshot;

import io.lambdafs.fs.INodeId;
import io.lambdafs.store.BlockTable;
import io.lambdafs.store.forwarding.ForwardingBlocks;
import java.util.List;

/** The blocks of a {@link KeepingTransaction}: those of files that snapshots show stay. */
final class KeepingBlocks extends ForwardingBlocks {
    private final KeptRows rows;

    KeepingBlocks(BlockTable blocks, KeptRows rows) {
        super(blocks);
        this.rows = rows;
    }

    @Override
    public void deleteOfFiles(List<INodeId> files) {
        List<INodeId> gone =
                files.stream().filter(file -> !rows.staysWhenRemoved(file)).toList();
        if (!gone.isEmpty()) {
            super.deleteOfFiles(gone);
        }
    }
}
