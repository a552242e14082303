package io.lambdafs.namenode.cache;

import io.lambdafs.block.BlockInfo;
import io.lambdafs.fs.INodeId;
import io.lambdafs.store.BlockTable;
import io.lambdafs.store.forwarding.ForwardingBlocks;
import java.util.List;

/** The store's blocks; those of files are noted. */
final class FillingBlocks extends ForwardingBlocks {
    private final Fill fill;

    FillingBlocks(BlockTable store, Fill fill) {
        super(store);
        this.fill = fill;
    }

    @Override
    public List<BlockInfo> ofFiles(List<INodeId> files) {
        return fill.blocks(files, super.ofFiles(files));
    }
}
