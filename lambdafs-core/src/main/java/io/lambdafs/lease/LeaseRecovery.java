package io.lambdafs.lease;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.BlockState;
import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.LiveDataNodes;
import io.lambdafs.block.StorageId;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.LeaseHolder;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.fs.Truncation;
import io.lambdafs.quota.FileQuotas;
import io.lambdafs.store.IdSource;
import io.lambdafs.store.Transaction;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Takes files from writers that are gone: closes them, or has DataNodes recover the last block first. Thread-safe.
 *
 * <p>While a recovery runs, the file belongs to a holder of its own, whose lease tells when the recovery was begun, so
 * that it is begun again when nothing comes of it.
 */
public final class LeaseRecovery {
    private static final String HOLDER_PREFIX = "LambdaFS_Recovery-";

    /** What became of a file whose lease was to be released. */
    public enum Outcome {
        CLOSED,
        /** A DataNode was asked to recover the last block; its report will close the file. */
        RECOVERING,
        /** A block before the last one has no good replica on a DataNode that is alive. */
        WAITING_FOR_REPLICAS
    }

    private final IdSource generationStamps;
    private final LeaseLimits limits;
    private final Duration deadAfter;
    private final InstantSource clock;

    /**
     * Lease recovery.
     *
     * @param generationStamps hands out the numbers of new block versions
     * @param deadAfter DataNodes not heard of for so long are not asked
     */
    public LeaseRecovery(IdSource generationStamps, LeaseLimits limits, Duration deadAfter, InstantSource clock) {
        this.generationStamps = requireNonNull(generationStamps, "generationStamps");
        this.limits = requireNonNull(limits, "limits");
        this.deadAfter = requireNonNull(deadAfter, "deadAfter");
        this.clock = requireNonNull(clock, "clock");
    }

    /** Whether this is the name of a holder that stands for a running recovery. */
    public static boolean isRecovery(String holder) {
        return holder.startsWith(HOLDER_PREFIX) || Truncation.isHolder(holder);
    }

    static String holderFor(INodeId file) {
        return HOLDER_PREFIX + file;
    }

    /* A cut keeps its holder however often it is begun, because the holder says what the cut is. */
    private static String holderFor(RegularFile file) {
        return Truncation.of(file).map(Truncation::holder).orElseGet(() -> holderFor(file.id()));
    }

    /**
     * Begins to cut a file inside its last block: the report of a DataNode that shortened the block will close it. The lease of
     * the file, {@link #release released}, begins the same cut again if nothing comes of it.
     *
     * @param open a file of complete blocks that was closed until now
     * @param length more than the last block's offset in the file, and less than the file's length
     */
    public void truncate(Transaction tx, OpenFile open, long length, String clientHost) {
        open.handTo(new LeaseHolder(new Truncation(open.file().id(), length).holder(), clientHost));
        recover(tx, open, open.storagesOf(open.last().orElseThrow()));
    }

    /** Releases the lease of a file under construction, whose inode is locked EXCLUSIVE. */
    public Outcome release(Transaction tx, RegularFile locked) {
        OpenFile open = OpenFile.of(tx, locked);
        Outcome outcome = release(tx, open, locked);
        FileQuotas.charge(tx, open.file(), open::moreUse);
        return outcome;
    }

    private Outcome release(Transaction tx, OpenFile open, RegularFile locked) {
        if (closeIfComplete(tx, open)) {
            return Outcome.CLOSED;
        }
        BlockInfo last = open.last().orElseThrow();
        if (last.isComplete() || waitsForPenultimate(open, last)) {
            return Outcome.WAITING_FOR_REPLICAS;
        }
        List<StorageId> storages = open.storagesOf(last);
        if (storages.isEmpty() && last.block().length() == 0) {
            return closeWithoutLast(tx, open);
        }
        if (last.state() != BlockState.UNDER_RECOVERY || isOverdue(tx, locked)) {
            recover(tx, open, storages);
        }
        return Outcome.RECOVERING;
    }

    /**
     * Takes the file from its writer, who is gone for good, although it cannot be closed yet. It is looked at again after
     * all others that are due, so that files whose replicas are lost do not keep the rest waiting.
     */
    void park(Transaction tx, INodeId file) {
        tx.inodes()
                .get(file)
                .filter(RegularFile.class::isInstance)
                .map(RegularFile.class::cast)
                .ifPresent(waiting -> {
                    String host = waiting.writer().map(LeaseHolder::clientHost).orElse("");
                    tx.inodes().update(waiting.writtenBy(new LeaseHolder(holderFor(file), host)));
                    tx.leases().renew(holderFor(file));
                });
    }

    /*
     * A last block that the writer committed, but that no DataNode has reported, is recovered as one that is being written.
     * DataNodes that have no replica of it say so, and it is removed. To wait for its report could last for ever.
     */
    private static boolean waitsForPenultimate(OpenFile open, BlockInfo last) {
        boolean penultimateComplete =
                open.penultimate().map(BlockInfo::isComplete).orElse(true);
        return last.state() == BlockState.COMMITTED && !penultimateComplete;
    }

    private boolean closeIfComplete(Transaction tx, OpenFile open) {
        boolean complete = open.completeCommitted(storage -> live(tx).has(storage));
        if (complete) {
            open.close(clock.millis());
        }
        return complete;
    }

    private Outcome closeWithoutLast(Transaction tx, OpenFile open) {
        open.removeLast();
        if (closeIfComplete(tx, open)) {
            return Outcome.CLOSED;
        }
        open.save();
        return Outcome.WAITING_FOR_REPLICAS;
    }

    private boolean isOverdue(Transaction tx, RegularFile file) {
        return tx.leases()
                .age(holderFor(file))
                .map(age -> age.compareTo(limits.recoveryRetry()) >= 0)
                .orElse(true);
    }

    private void recover(Transaction tx, OpenFile open, List<StorageId> storages) {
        BlockInfo last = open.last().orElseThrow().withExpected(storages);
        BlockInfo recovered = last.underRecovery(generationStamps.newest());
        String holder = holderFor(open.file());
        String host = open.file().writer().map(LeaseHolder::clientHost).orElse("");
        open.changeLast(recovered);
        open.handTo(new LeaseHolder(holder, host));
        open.save();
        tx.leases().renew(holder);
        sendToOne(tx, open, recovered);
    }

    private LiveDataNodes live(Transaction tx) {
        return LiveDataNodes.of(tx.dataNodes().all(), deadAfter);
    }

    /* Each attempt has another number, so that another node leads it when one does not answer. */
    private void sendToOne(Transaction tx, OpenFile open, BlockInfo block) {
        LiveDataNodes live = live(tx);
        Optional<Block> shortened = open.shortenedLast();
        List<StorageId> reachable = (shortened.isEmpty() ? block.expected() : open.storagesToShorten(live))
                .stream().filter(live::has).toList();
        if (!reachable.isEmpty()) {
            StorageId leader = reachable.get(Math.floorMod(block.recoveryId(), reachable.size()));
            long number = block.recoveryId();
            DataNodeCommand command = shortened.isEmpty()
                    ? new DataNodeCommand.Recover(block.block(), number, reachable)
                    : new DataNodeCommand.Truncate(shortened.get(), number, reachable);
            tx.work().send(leader, List.of(command));
        }
    }
}
