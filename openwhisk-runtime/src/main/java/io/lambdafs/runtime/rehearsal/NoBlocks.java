package io.lambdafs.runtime.rehearsal;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.fs.INodeId;
import io.lambdafs.store.BlockTable;
import java.util.List;

/** The blocks of files that are empty. */
enum NoBlocks implements BlockTable {
    INSTANCE;

    @Override
    public List<BlockInfo> ofFiles(List<INodeId> files) {
        return List.of();
    }

    @Override
    public List<BlockInfo> ofFile(INodeId file, int index, int limit) {
        return List.of();
    }

    @Override
    public List<BlockInfo> get(List<BlockId> ids) {
        return List.of();
    }

    @Override
    public void insert(BlockInfo block) {
        throw StageStore.readOnly();
    }

    @Override
    public void update(BlockInfo block) {
        throw StageStore.readOnly();
    }

    @Override
    public void delete(List<BlockId> ids) {
        throw StageStore.readOnly();
    }

    @Override
    public void deleteOfFiles(List<INodeId> files) {
        throw StageStore.readOnly();
    }

    @Override
    public long count() {
        return 0;
    }
}
