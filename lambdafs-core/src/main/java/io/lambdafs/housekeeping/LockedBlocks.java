package io.lambdafs.housekeeping;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Transaction;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Blocks as they are while their files are locked: none of them is deleted or changed until the transaction ends. */
public final class LockedBlocks {
    private final Map<BlockId, BlockInfo> blocks;
    private final Map<INodeId, RegularFile> files;

    private LockedBlocks(Map<BlockId, BlockInfo> blocks, Map<INodeId, RegularFile> files) {
        this.blocks = blocks;
        this.files = files;
    }

    /**
     * Locks the files of these blocks SHARED; what is a block of no file is left out.
     *
     * <p>The files are found by an unlocked look, so the blocks are read again under the locks. A block may have moved to
     * another file by then, which is not locked: it must not pass for one that was deleted.
     *
     * @throws StoreException of kind CONFLICT if a block has moved to another file; the transaction must run again
     */
    public static LockedBlocks of(Transaction tx, List<BlockId> ids) {
        return of(tx, ids, LockMode.SHARED);
    }

    /** As {@link #of(Transaction, List)}, with the files locked in this mode. */
    public static LockedBlocks of(Transaction tx, List<BlockId> ids, LockMode mode) {
        Map<BlockId, INodeId> found =
                tx.blocks().get(ids).stream().collect(Collectors.toMap(BlockInfo::id, BlockInfo::file));
        if (found.isEmpty()) {
            return new LockedBlocks(Map.of(), Map.of());
        }
        Map<INodeId, RegularFile> files = lock(tx, found, mode);
        List<BlockInfo> present = tx.blocks().get(ids);
        for (BlockInfo block : present) {
            if (!block.file().equals(found.get(block.id()))) {
                throw new StoreException(StoreException.Kind.CONFLICT, block.id() + " moved to another file");
            }
        }
        return new LockedBlocks(
                present.stream()
                        .filter(block -> files.containsKey(block.file()))
                        .collect(Collectors.toMap(BlockInfo::id, Function.identity())),
                files);
    }

    private static Map<INodeId, RegularFile> lock(Transaction tx, Map<BlockId, INodeId> found, LockMode mode) {
        List<RowLock> locks = found.values().stream()
                .distinct()
                .sorted()
                .map(file -> new RowLock(file, mode))
                .toList();
        Map<INodeId, RegularFile> files = new HashMap<>();
        for (INode inode : tx.inodes().lock(locks)) {
            if (inode instanceof RegularFile file) {
                files.put(file.id(), file);
            }
        }
        return files;
    }

    public boolean contains(BlockId id) {
        return blocks.containsKey(id);
    }

    /** The block, if it exists. */
    public Optional<BlockInfo> find(BlockId id) {
        return Optional.ofNullable(blocks.get(id));
    }

    public boolean isComplete(BlockId id) {
        return find(id).filter(BlockInfo::isComplete).isPresent();
    }

    /** The files that the blocks belong to. */
    public Collection<RegularFile> files() {
        return files.values();
    }

    /** The file that the block belongs to, if the block exists. */
    public Optional<RegularFile> file(BlockId id) {
        return find(id).map(block -> files.get(block.file()));
    }

    /** The number of replicas that the block's file asks for; 0 for a block that does not exist. */
    public int replication(BlockId id) {
        return file(id).map(RegularFile::replication).orElse(0);
    }
}
