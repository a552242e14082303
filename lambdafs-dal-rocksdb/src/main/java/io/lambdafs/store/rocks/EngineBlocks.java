package io.lambdafs.store.rocks;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.fs.INodeId;
import io.lambdafs.store.BlockTable;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.rocks.operation.BlockOperations;
import io.lambdafs.store.rocks.operation.Done;
import io.lambdafs.store.rocks.operation.Prefetched;
import java.util.List;

/** The blocks of the engine. */
final class EngineBlocks implements BlockTable {
    private final EngineSession session;
    private Prefetched prefetched;

    EngineBlocks(EngineSession session, Prefetched prefetched) {
        this.session = session;
        this.prefetched = prefetched;
    }

    /** Forgets the prefetched blocks: a change may have made them stale. */
    void forget() {
        prefetched = prefetched.afterChange();
    }

    @Override
    public List<BlockInfo> ofFiles(List<INodeId> files) {
        INodeTable.checkedBatch(files.size());
        List<BlockInfo> known = files.size() == 1 ? prefetched.blocks().get(files.get(0)) : null;
        return known != null ? known : session.ask(BlockOperations.OF_FILES, files);
    }

    @Override
    public List<BlockInfo> ofFile(INodeId file, int index, int limit) {
        return session.ask(BlockOperations.OF_FILE, new BlockOperations.Part(file, index, limit));
    }

    @Override
    public List<BlockInfo> get(List<BlockId> ids) {
        INodeTable.checkedBatch(ids.size());
        return session.ask(BlockOperations.GET, ids);
    }

    @Override
    public void insert(BlockInfo block) {
        forget();
        session.later(BlockOperations.INSERT, block);
    }

    @Override
    public void update(BlockInfo block) {
        forget();
        session.later(BlockOperations.UPDATE, block);
    }

    @Override
    public void update(List<BlockInfo> blocks) {
        INodeTable.checkedBatch(blocks.size());
        forget();
        session.later(BlockOperations.UPDATE_ALL, List.copyOf(blocks));
    }

    @Override
    public void delete(List<BlockId> ids) {
        INodeTable.checkedBatch(ids.size());
        forget();
        List<BlockId> deleted = List.copyOf(ids);
        session.later(BlockOperations.DELETE, deleted);
    }

    @Override
    public void deleteOfFiles(List<INodeId> files) {
        INodeTable.checkedBatch(files.size());
        forget();
        List<INodeId> deleted = List.copyOf(files);
        session.later(BlockOperations.DELETE_OF_FILES, deleted);
    }

    @Override
    public long count() {
        return session.ask(BlockOperations.COUNT, Done.DONE);
    }
}
