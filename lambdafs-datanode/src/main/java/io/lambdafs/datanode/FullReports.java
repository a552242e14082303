package io.lambdafs.datanode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.Replica;
import io.lambdafs.block.ReplicaState;
import io.lambdafs.block.StorageId;
import io.lambdafs.store.RenewingWriter;
import io.lambdafs.store.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs.BlockReportReplica;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants;
import org.jspecify.annotations.Nullable;

/**
 * Brings what the store knows of a storage in line with the full list of its replicas, page by page in the order of the
 * block ids. A page that agrees costs reads only.
 *
 * <p>Correct because a DataNode sends no other report between drawing up the list and the answer to it, and because
 * whatever happens to a replica after the list was drawn up is reported afterwards.
 */
final class FullReports {
    private static final int PAGES_PER_SIGN_OF_LIFE = 16;

    private final RenewingWriter writer;
    private final Runnable signOfLife;

    /** Full reports; the sign of life is given now and then during a long one. */
    FullReports(RenewingWriter writer, Runnable signOfLife) {
        this.writer = requireNonNull(writer, "writer");
        this.signOfLife = requireNonNull(signOfLife, "signOfLife");
    }

    void accept(StorageId storage, BlockListAsLongs blocks) {
        NavigableMap<BlockId, ReportedReplica> reported = new TreeMap<>();
        for (BlockReportReplica replica : blocks) {
            reported.put(new BlockId(replica.getBlockId()), replica(replica));
        }
        accept(storage, reported);
    }

    private static ReportedReplica replica(BlockReportReplica replica) {
        HdfsServerConstants.ReplicaState state = replica.getState();
        return new ReportedReplica(
                HadoopMessages.block(replica),
                state == HdfsServerConstants.ReplicaState.FINALIZED,
                state == HdfsServerConstants.ReplicaState.RWR);
    }

    /* Each page ends at a greater block id than the one before, so the loop ends with the list and the rows. */
    private void accept(StorageId storage, NavigableMap<BlockId, ReportedReplica> reported) {
        Optional<BlockId> after = Optional.of(new BlockId(Long.MIN_VALUE));
        for (int pages = 1; after.isPresent(); pages++) {
            BlockId from = after.get();
            Page page = writer.read(tx -> read(tx, storage, reported.tailMap(from, false), from));
            if (page.differs()) {
                writer.write(tx -> {
                    new ReplicaLedger(tx, storage).record(page.changed(), page.gone());
                    return page;
                });
            }
            if (pages % PAGES_PER_SIGN_OF_LIFE == 0) {
                signOfLife.run();
            }
            after = page.end();
        }
    }

    /** The differences in a range of block ids, and where the range ends; no end after the last page. */
    private record Page(
            List<ReportedReplica> changed,
            List<BlockId> gone,
            @Nullable BlockId last) {
        boolean differs() {
            return !changed.isEmpty() || !gone.isEmpty();
        }

        Optional<BlockId> end() {
            return Optional.ofNullable(last);
        }
    }

    private static Page read(
            Transaction tx, StorageId storage, NavigableMap<BlockId, ReportedReplica> rest, BlockId after) {
        List<Replica> rows = tx.replicas().onStorage(storage, after, ReplicaLedger.BATCH);
        List<BlockId> ids = rest.keySet().stream().limit(ReplicaLedger.BATCH).toList();
        BlockId end = earlier(
                rows.size() < ReplicaLedger.BATCH
                        ? null
                        : rows.get(rows.size() - 1).block(),
                ids.size() < ReplicaLedger.BATCH ? null : ids.get(ids.size() - 1));
        Map<BlockId, Replica> stored = rows.stream()
                .filter(row -> end == null || row.block().compareTo(end) <= 0)
                .collect(Collectors.toMap(Replica::block, Function.identity()));
        NavigableMap<BlockId, ReportedReplica> reported = end == null ? rest : rest.headMap(end, true);
        TreeSet<BlockId> gone = new TreeSet<>(stored.keySet());
        gone.removeAll(reported.keySet());
        return new Page(changed(tx, storage, reported, stored), List.copyOf(gone), end);
    }

    private static @Nullable BlockId earlier(@Nullable BlockId one, @Nullable BlockId other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.compareTo(other) <= 0 ? one : other;
    }

    private static List<ReportedReplica> changed(
            Transaction tx,
            StorageId storage,
            NavigableMap<BlockId, ReportedReplica> reported,
            Map<BlockId, Replica> stored) {
        Map<BlockId, BlockInfo> blocks = tx.blocks().get(List.copyOf(reported.keySet())).stream()
                .collect(Collectors.toMap(BlockInfo::id, Function.identity()));
        List<ReportedReplica> changed = new ArrayList<>();
        for (ReportedReplica replica : reported.values()) {
            BlockInfo block = blocks.get(replica.id());
            Replica row = stored.get(replica.id());
            if (block == null || row == null || !says(row, replica.on(storage, block))) {
                changed.add(replica);
            }
        }
        return changed;
    }

    /* That a replica is corrupt was found by reading it, or it is to be deleted; the DataNode's list does not know. */
    private static boolean says(Replica row, Replica reported) {
        boolean decided = row.state() == ReplicaState.CORRUPT || row.state() == ReplicaState.DELETING;
        return (decided && row.generationStamp() == reported.generationStamp()) || row.equals(reported);
    }
}
