package io.lambdafs.snapshot;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.fs.INodeId;
import io.lambdafs.store.BlockTable;
import java.util.List;

/** The blocks of a {@link KeepingTransaction}: those of files that snapshots show stay. */
final class KeepingBlocks implements BlockTable {
    private final BlockTable blocks;
    private final KeptRows rows;

    KeepingBlocks(BlockTable blocks, KeptRows rows) {
        this.blocks = blocks;
        this.rows = rows;
    }

    @Override
    public List<BlockInfo> ofFiles(List<INodeId> files) {
        return blocks.ofFiles(files);
    }

    @Override
    public List<BlockInfo> get(List<BlockId> ids) {
        return blocks.get(ids);
    }

    @Override
    public void insert(BlockInfo block) {
        blocks.insert(block);
    }

    @Override
    public void update(BlockInfo block) {
        blocks.update(block);
    }

    @Override
    public void delete(List<BlockId> ids) {
        blocks.delete(ids);
    }

    @Override
    public void deleteOfFiles(List<INodeId> files) {
        List<INodeId> gone =
                files.stream().filter(file -> !rows.staysWhenRemoved(file)).toList();
        if (!gone.isEmpty()) {
            blocks.deleteOfFiles(gone);
        }
    }

    @Override
    public long count() {
        return blocks.count();
    }
}
