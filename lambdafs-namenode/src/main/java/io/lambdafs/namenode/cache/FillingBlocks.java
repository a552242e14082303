package io.lambdafs.namenode.cache;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.fs.INodeId;
import io.lambdafs.store.BlockTable;
import java.util.List;

/** The store's blocks; those of files are noted. */
record FillingBlocks(BlockTable store, Fill fill) implements BlockTable {
    @Override
    public List<BlockInfo> ofFiles(List<INodeId> files) {
        return fill.blocks(files, store.ofFiles(files));
    }

    @Override
    public List<BlockInfo> get(List<BlockId> ids) {
        return store.get(ids);
    }

    @Override
    public void insert(BlockInfo block) {
        store.insert(block);
    }

    @Override
    public void update(BlockInfo block) {
        store.update(block);
    }

    @Override
    public void delete(List<BlockId> ids) {
        store.delete(ids);
    }

    @Override
    public void deleteOfFiles(List<INodeId> files) {
        store.deleteOfFiles(files);
    }

    @Override
    public long count() {
        return store.count();
    }
}
