package io.lambdafs.lease;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.BlockState;
import io.lambdafs.block.LiveDataNodes;
import io.lambdafs.block.Replica;
import io.lambdafs.block.ReplicaState;
import io.lambdafs.block.StorageId;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.LeaseHolder;
import io.lambdafs.fs.QuotaCounts;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.fs.Truncation;
import io.lambdafs.quota.FileUse;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A file with its blocks inside a transaction that holds its inode EXCLUSIVE. Changes of blocks are written at once,
 * those of the inode by {@link #save} or {@link #close}. Used by one thread.
 */
public final class OpenFile {
    private final Transaction tx;
    private final List<BlockInfo> blocks;
    private final RegularFile firstFile;
    private final List<BlockInfo> firstBlocks;
    private RegularFile stored;
    private RegularFile file;

    private OpenFile(Transaction tx, RegularFile file, List<BlockInfo> blocks) {
        this.tx = tx;
        this.blocks = new ArrayList<>(blocks);
        this.firstFile = file;
        this.firstBlocks = List.copyOf(blocks);
        this.stored = file;
        this.file = file;
    }

    /** Reads the blocks of the file, whose inode is locked EXCLUSIVE. */
    public static OpenFile of(Transaction tx, RegularFile locked) {
        return new OpenFile(tx, locked, tx.blocks().ofFiles(List.of(locked.id())));
    }

    public RegularFile file() {
        return file;
    }

    /**
     * By how much the file uses more of quotas than when it was read.
     *
     * @param policy the number of the storage policy that applies to it
     */
    public QuotaCounts moreUse(int policy) {
        return FileUse.of(file, blocks, policy).minus(FileUse.of(firstFile, firstBlocks, policy));
    }

    public List<BlockInfo> blocks() {
        return List.copyOf(blocks);
    }

    public Optional<BlockInfo> last() {
        return fromEnd(1);
    }

    public Optional<BlockInfo> penultimate() {
        return fromEnd(2);
    }

    private Optional<BlockInfo> fromEnd(int distance) {
        return blocks.size() < distance ? Optional.empty() : Optional.of(blocks.get(blocks.size() - distance));
    }

    /** The sum of the lengths of all blocks but the last. */
    public long lastOffset() {
        return lengthOf(blocks.subList(0, Math.max(0, blocks.size() - 1)));
    }

    /** Adds a block at the end. */
    public BlockInfo append(Block block, List<StorageId> targets) {
        BlockInfo added = new BlockInfo(block, file.id(), blocks.size(), BlockState.UNDER_CONSTRUCTION, 0, targets);
        tx.blocks().insert(added);
        blocks.add(added);
        return added;
    }

    /** Replaces the last block by this version of it. */
    public void changeLast(BlockInfo changed) {
        tx.blocks().update(changed);
        blocks.set(blocks.size() - 1, changed);
        file = file.withLength(lengthOf(blocks));
    }

    /** Removes the last block with its replicas. */
    public void removeLast() {
        keepFirst(blocks.size() - 1);
    }

    /** Removes all blocks after the first so many, with their replicas. */
    public void keepFirst(int count) {
        List<BlockInfo> cut = blocks.subList(count, blocks.size());
        tx.blocks().delete(cut.stream().map(BlockInfo::id).toList());
        cut.clear();
        file = file.withLength(lengthOf(blocks));
    }

    /**
     * Notes what the writer says of the last block: its length is final. Does nothing if it was said before.
     *
     * @throws FsException if it contradicts what is known of the block
     */
    public void commitLast(Block said) {
        Optional<BlockInfo> last = last();
        if (last.isEmpty() || last.get().isComplete() || last.get().state() == BlockState.COMMITTED) {
            return;
        }
        Block known = last.get().block();
        if (last.get().state() == BlockState.UNDER_RECOVERY) {
            throw refused("Commit or complete block " + known + ", whereas it is under recovery.");
        }
        if (known.generationStamp() != said.generationStamp() || !known.id().equals(said.id())) {
            throw refused("Commit block with mismatching GS. NN has " + known + ", client submits " + said);
        }
        if (said.length() < known.length()) {
            throw refused("commitBlock length is less than the stored one " + said.length() + " vs. " + known.length());
        }
        changeLast(last.get().withBlock(said).withState(BlockState.COMMITTED));
    }

    private static FsException refused(String message) {
        return new FsException(ErrorCode.IO_ERROR, message);
    }

    /**
     * Completes those committed blocks that have a good replica on a DataNode that is alive; returns whether all blocks are
     * complete now.
     *
     * @param live whether a DataNode that is alive has this storage; asked about good replicas of committed blocks only
     */
    public boolean completeCommitted(Predicate<StorageId> live) {
        List<BlockId> committed = blocks.stream()
                .filter(block -> block.state() == BlockState.COMMITTED)
                .map(BlockInfo::id)
                .toList();
        if (!committed.isEmpty()) {
            Map<BlockId, List<Replica>> replicas =
                    tx.replicas().ofBlocks(committed).stream().collect(Collectors.groupingBy(Replica::block));
            for (int i = 0; i < blocks.size(); i++) {
                completeIfGood(i, replicas.getOrDefault(blocks.get(i).id(), List.of()), live);
            }
        }
        return blocks.stream().allMatch(BlockInfo::isComplete);
    }

    private void completeIfGood(int index, List<Replica> replicas, Predicate<StorageId> live) {
        BlockInfo block = blocks.get(index);
        if (block.state() != BlockState.COMMITTED) {
            return;
        }
        long good = replicas.stream()
                .filter(replica -> replica.isGoodFor(block.block()) && live.test(replica.storage()))
                .count();
        if (good == 0) {
            return;
        }
        BlockInfo complete = block.complete();
        tx.blocks().update(complete);
        blocks.set(index, complete);
        if (good != file.replication() || replicas.size() != good) {
            tx.work().checkReplication(List.of(complete.id()));
        }
    }

    /** The storages that may have a replica of the block: those it is written to, and those that reported one. */
    List<StorageId> storagesOf(BlockInfo block) {
        Set<StorageId> storages = new HashSet<>(block.expected());
        tx.replicas().ofBlocks(List.of(block.id())).forEach(replica -> storages.add(replica.storage()));
        return storages.stream()
                .sorted((a, b) -> a.value().compareTo(b.value()))
                .toList();
    }

    /** The last block as the cut of the file that is under way is to leave it; empty if there is none. */
    Optional<Block> shortenedLast() {
        Optional<Block> last = last().map(BlockInfo::block);
        return Truncation.of(file)
                .flatMap(truncation -> last.map(block -> block.withLength(truncation.length() - lastOffset())))
                .filter(shortened -> shortened.length() > 0
                        && shortened.length() < last.orElseThrow().length());
    }

    /*
     * DataNodes refuse to bring replicas of several lengths together. An attempt that failed may have left some that are
     * shortened already; the others are out of date then, and are replaced when the file is closed.
     */
    List<StorageId> storagesToShorten(LiveDataNodes live) {
        BlockInfo last = last().orElseThrow();
        long length = shortenedLast().orElseThrow().length();
        List<Replica> replicas = tx.replicas().ofBlocks(List.of(last.id())).stream()
                .filter(replica -> live.has(replica.storage()))
                .toList();
        List<StorageId> shortened = replicas.stream()
                .filter(replica -> replica.state() == ReplicaState.FINALIZED
                        && replica.generationStamp() > last.block().generationStamp()
                        && replica.length() == length)
                .map(Replica::storage)
                .toList();
        return shortened.isEmpty()
                ? replicas.stream()
                        .filter(replica -> replica.isGoodFor(last.block()))
                        .map(Replica::storage)
                        .toList()
                : shortened;
    }

    /** Makes somebody else the writer. */
    public void handTo(LeaseHolder holder) {
        file = file.writtenBy(holder);
    }

    /** Puts the blocks of a closed file, which is going to be deleted, at the end of this one. */
    public void take(OpenFile other) {
        for (BlockInfo block : other.blocks) {
            BlockInfo taken = block.ofFile(file.id(), blocks.size());
            tx.blocks().update(taken);
            blocks.add(taken);
        }
        other.blocks.clear();
        file = file.withLength(lengthOf(blocks));
    }

    /** Closes the file, whose blocks are complete, and writes its inode. */
    public void close(long nowMillis) {
        file = file.withAttributes(file.attributes().withModification(nowMillis))
                .closed();
        save();
    }

    /** Writes the inode, if it changed. */
    public void save() {
        if (!file.equals(stored)) {
            tx.inodes().update(file);
            stored = file;
        }
    }

    private static long lengthOf(List<BlockInfo> blocks) {
        return blocks.stream().mapToLong(block -> block.block().length()).sum();
    }
}
