package io.lambdafs.store.forwarding;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.fs.INodeId;
import io.lambdafs.store.BlockTable;
import java.util.List;

/** A table of blocks that hands everything on to another one, but for what a subclass does itself. */
public abstract class ForwardingBlocks implements BlockTable {
    /** The other one. */
    protected final BlockTable blocks;

    /** Hands on to this one. */
    protected ForwardingBlocks(BlockTable blocks) {
        this.blocks = requireNonNull(blocks, "blocks");
    }

    @Override
    public List<BlockInfo> ofFiles(List<INodeId> files) {
        return blocks.ofFiles(files);
    }

    @Override
    public List<BlockInfo> ofFile(INodeId file, int index, int limit) {
        return blocks.ofFile(file, index, limit);
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
    public void update(List<BlockInfo> changed) {
        blocks.update(changed);
    }

    @Override
    public void delete(List<BlockId> ids) {
        blocks.delete(ids);
    }

    @Override
    public void deleteOfFiles(List<INodeId> files) {
        blocks.deleteOfFiles(files);
    }

    @Override
    public long count() {
        return blocks.count();
    }
}
