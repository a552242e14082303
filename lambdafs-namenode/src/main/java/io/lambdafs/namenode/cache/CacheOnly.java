package io.lambdafs.namenode.cache;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.Replica;
import io.lambdafs.block.StorageId;
import io.lambdafs.fs.INodeId;
import io.lambdafs.store.BlockTable;
import io.lambdafs.store.DataNodeTable;
import io.lambdafs.store.DetailTable;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.LeaseTable;
import io.lambdafs.store.OutcomeTable;
import io.lambdafs.store.ReplicaTable;
import io.lambdafs.store.RoleTable;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WorkTable;
import io.lambdafs.store.volume.VolumeStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A reading transaction on the cache alone: whatever that cannot answer is a {@link CacheMiss}. Takes no lock. */
final class CacheOnly implements Transaction {
    private final CacheOnlyINodes inodes;
    private final LongSupplier ticker;
    private final long maxAge;

    /** The files whose blocks were asked for last. */
    private List<FileNode> files = List.of();

    /**
     * A transaction.
     *
     * @param ticker to tell the age of what is believed for a time only
     */
    CacheOnly(MetadataCache cache, LongSupplier ticker) {
        this.inodes = new CacheOnlyINodes(cache);
        this.ticker = ticker;
        this.maxAge = cache.policy().maxLocationAge().toNanos();
    }

    @Override
    public INodeTable inodes() {
        return inodes;
    }

    @Override
    public BlockTable blocks() {
        return new CachedBlockTable();
    }

    @Override
    public ReplicaTable replicas() {
        return new CachedReplicaTable();
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
    public DataNodeTable dataNodes() {
        throw CacheMiss.INSTANCE;
    }

    @Override
    public LeaseTable leases() {
        throw CacheMiss.INSTANCE;
    }

    @Override
    public WorkTable work() {
        throw CacheMiss.INSTANCE;
    }

    @Override
    public RoleTable roles() {
        throw CacheMiss.INSTANCE;
    }

    @Override
    public DetailTable details() {
        throw CacheMiss.INSTANCE;
    }

    @Override
    public OutcomeTable outcomes() {
        throw CacheMiss.INSTANCE;
    }

    @Override
    public Optional<VolumeStore> volumes() {
        throw CacheMiss.INSTANCE;
    }

    @Override
    public long nowMillis() {
        throw CacheMiss.INSTANCE;
    }

    @Override
    public Optional<byte[]> priorOutcome() {
        throw CacheMiss.INSTANCE;
    }

    @Override
    public void recordOutcome(byte[] outcome) {
        throw CacheMiss.INSTANCE;
    }

    @Override
    public void commit() {
        throw CacheMiss.INSTANCE;
    }

    @Override
    public void close() {
        // Nothing was begun.
    }

    /** The blocks of the files met. */
    private final class CachedBlockTable implements BlockTable {
        @Override
        public List<BlockInfo> ofFiles(List<INodeId> ids) {
            return blocksOf(ids);
        }

        @Override
        public List<BlockInfo> ofFile(INodeId file, int index, int limit) {
            throw CacheMiss.INSTANCE;
        }

        @Override
        public List<BlockInfo> get(List<BlockId> ids) {
            throw CacheMiss.INSTANCE;
        }

        @Override
        public void insert(BlockInfo block) {
            throw CacheMiss.INSTANCE;
        }

        @Override
        public void update(BlockInfo block) {
            throw CacheMiss.INSTANCE;
        }

        @Override
        public void delete(List<BlockId> ids) {
            throw CacheMiss.INSTANCE;
        }

        @Override
        public void deleteOfFiles(List<INodeId> ids) {
            throw CacheMiss.INSTANCE;
        }

        @Override
        public long count() {
            throw CacheMiss.INSTANCE;
        }
    }

    /** The replicas of the blocks that were asked for. */
    private final class CachedReplicaTable implements ReplicaTable {
        @Override
        public List<Replica> ofBlocks(List<BlockId> blocks) {
            return replicasOf(blocks);
        }

        @Override
        public List<Replica> onStorage(StorageId storage, BlockId after, int limit) {
            throw CacheMiss.INSTANCE;
        }

        @Override
        public void put(List<Replica> replicas) {
            throw CacheMiss.INSTANCE;
        }

        @Override
        public void remove(StorageId storage, List<BlockId> blocks) {
            throw CacheMiss.INSTANCE;
        }

        @Override
        public List<BlockId> removeSome(StorageId storage, int limit) {
            throw CacheMiss.INSTANCE;
        }
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
