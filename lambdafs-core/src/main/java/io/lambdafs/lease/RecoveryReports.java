package io.lambdafs.lease;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.StorageId;
import io.lambdafs.fs.INodeId;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Transaction;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reports of block recoveries that wait in the store until the housekeeping applies them: those of DataNodes that may not change files
 * themselves. A later report of the same block takes the place of an earlier one.
 */
public final class RecoveryReports {
    private static final byte VERSION = 1;

    /** More storages than any block has replicas, and any DataNode volumes. */
    private static final int MOST_STORAGES = 1_024;

    private RecoveryReports() {}

    /** Leaves a report to the housekeeping. */
    public static void put(Transaction tx, BlockSynchronization.Report report) {
        tx.details().put(new Detail(key(report.block().id().value()), encoded(report)));
    }

    /** The blocks of some reports that wait, in the order of their numbers. */
    public static List<DetailKey> waiting(Transaction tx, int limit) {
        return tx.details().of(INodeId.NONE, DetailKind.RECOVERY_REPORT, 0, limit).stream()
                .map(Detail::key)
                .toList();
    }

    /** Takes a report out of the store, if it still waits. */
    public static Optional<BlockSynchronization.Report> take(Transaction tx, DetailKey key) {
        Optional<Detail> present = tx.details().lock(List.of(key)).stream().findFirst();
        present.ifPresent(detail -> tx.details().delete(List.of(key)));
        return present.map(RecoveryReports::decoded);
    }

    private static DetailKey key(long block) {
        return new DetailKey(INodeId.NONE, DetailKind.RECOVERY_REPORT, block);
    }

    private static byte[] encoded(BlockSynchronization.Report report) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            out.writeLong(report.block().generationStamp());
            out.writeLong(report.block().length());
            out.writeLong(report.newGenerationStamp());
            out.writeLong(report.newLength());
            out.writeBoolean(report.closeFile());
            out.writeBoolean(report.deleteBlock());
            put(out, report.reporters());
            put(out, report.newTargets());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void put(DataOutputStream out, Collection<StorageId> storages) throws IOException {
        out.writeInt(storages.size());
        for (StorageId storage : storages) {
            out.writeUTF(storage.value());
        }
    }

    private static BlockSynchronization.Report decoded(Detail detail) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(detail.value()))) {
            if (in.readByte() == VERSION) {
                Block block = new Block(new BlockId(detail.key().label()), in.readLong(), in.readLong());
                long stamp = in.readLong();
                long length = in.readLong();
                boolean close = in.readBoolean();
                boolean delete = in.readBoolean();
                Set<StorageId> reporters = Set.copyOf(storages(in));
                return new BlockSynchronization.Report(reporters, block, stamp, length, close, delete, storages(in));
            }
        } catch (IOException | IllegalArgumentException e) {
            throw unreadable(detail, e);
        }
        throw unreadable(detail, new IllegalArgumentException("version " + detail.value()[0]));
    }

    private static StoreException unreadable(Detail detail, Exception cause) {
        return new StoreException(
                StoreException.Kind.INCOMPATIBLE,
                "the report of a recovery of block " + detail.key().label()
                        + " in the store has a form that this program does not know: use the newer program that wrote it",
                cause);
    }

    private static List<StorageId> storages(DataInputStream in) throws IOException {
        int count = in.readInt();
        if (count < 0 || count > MOST_STORAGES) {
            throw new IOException(count + " storages");
        }
        List<StorageId> storages = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            storages.add(new StorageId(in.readUTF()));
        }
        return storages;
    }
}
