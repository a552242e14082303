package io.lambdafs.namenode.cache;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.Replica;
import io.lambdafs.fs.INodeId;
import io.lambdafs.store.BlockReads;
import io.lambdafs.store.INodeReads;
import io.lambdafs.store.ReadView;
import io.lambdafs.store.ReplicaReads;
import io.lambdafs.store.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A view of the cache alone: what the cache cannot answer is a {@link CacheMiss}. Takes no lock. */
final class CacheView implements ReadView {
    private final CachedINodes inodes;
    private final LongSupplier ticker;
    private final long maxAge;

    /** The files whose blocks were asked for last. */
    private List<FileNode> files = List.of();

    /**
     * A view.
     *
     * @param ticker to tell the age of what is believed for a time only
     */
    CacheView(MetadataCache cache, LongSupplier ticker) {
        this.inodes = new CachedINodes(cache);
        this.ticker = ticker;
        this.maxAge = cache.policy().maxLocationAge().toNanos();
    }

    @Override
    public INodeReads inodes() {
        return inodes;
    }

    @Override
    public BlockReads blocks() {
        return this::blocksOf;
    }

    @Override
    public ReplicaReads replicas() {
        return this::replicasOf;
    }

    private List<BlockInfo> blocksOf(List<INodeId> ids) {
        List<FileNode> found = new ArrayList<>(ids.size());
        List<BlockInfo> blocks = new ArrayList<>();
        for (INodeId id : ids) {
            FileNode file = inodes.met(id);
            CachedBlocks known = file == null ? null : file.blocks();
            if (file == null || known == null) {
                throw CacheMiss.INSTANCE;
            }
            for (int i = 0; i < known.count(); i++) {
                blocks.add(known.info(i, id));
            }
            found.add(file);
        }
        files = found;
        return blocks;
    }

    private List<Replica> replicasOf(List<BlockId> ids) {
        List<Replica> replicas = new ArrayList<>();
        BlockCursor cursor = new BlockCursor(files);
        long now = ticker.getAsLong();
        for (BlockId id : ids) {
            if (!cursor.moveTo(id.value())) {
                throw CacheMiss.INSTANCE;
            }
            cursor.addReplicas(replicas, now, maxAge);
        }
        return replicas;
    }

    @Override
    public Transaction store() {
        throw CacheMiss.INSTANCE;
    }

    /** A place among the blocks of some files; asked for in their order, it finds each in a step. */
    private static final class BlockCursor {
        private final List<FileNode> files;
        private int file;
        private int index = -1;
        private @Nullable CachedBlocks blocks;

        BlockCursor(List<FileNode> files) {
            this.files = files;
            this.blocks = files.isEmpty() ? null : files.get(0).blocks();
        }

        boolean moveTo(long block) {
            int startFile = file;
            boolean around = false;
            while (blocks != null) {
                index++;
                if (index < blocks.count()) {
                    if (blocks.id(index) == block) {
                        return true;
                    }
                } else if (around && file == startFile) {
                    return false;
                } else {
                    file = (file + 1) % files.size();
                    around |= file == startFile;
                    blocks = files.get(file).blocks();
                    index = -1;
                }
            }
            return false;
        }

        void addReplicas(List<Replica> into, long now, long maxAge) {
            CachedLocations locations = files.get(file).locations();
            if (locations == null || blocks == null || !locations.isYoungerThan(maxAge, now)) {
                throw CacheMiss.INSTANCE;
            }
            locations.addReplicas(blocks, index, into);
        }
    }
}
