package io.lambdafs.datanode;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.StorageId;
import io.lambdafs.block.StorageReport;
import io.lambdafs.store.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The storages that a DataNode had and does not name any more, because it lost a volume. They are reported as failed until
 * the housekeeping has forgotten their replicas. Otherwise nobody would learn that these are lost. Immutable.
 */
record LostStorages(List<StorageReport> reports) {
    static final LostStorages NONE = new LostStorages(List.of());
    private static final BlockId BEFORE_ALL = new BlockId(Long.MIN_VALUE);

    LostStorages {
        reports = List.copyOf(reports);
    }

    /** Those that the store knows of the DataNode besides the ones that it names. */
    static LostStorages of(Transaction tx, DataNodeId dataNode, Set<StorageId> named) {
        return new LostStorages(tx.dataNodes().all().stream()
                .filter(node -> node.id().equals(dataNode))
                .flatMap(node -> node.storages().stream())
                .filter(storage -> !named.contains(storage.id()))
                .map(LostStorages::failed)
                .toList());
    }

    private static StorageReport failed(StorageReport storage) {
        return new StorageReport(storage.id(), storage.type(), true, new StorageReport.Space(0, 0, 0, 0));
    }

    /** Those of them whose replicas have not all been forgotten. */
    LostStorages stillHeld(Transaction tx) {
        return new LostStorages(reports.stream()
                .filter(storage ->
                        !tx.replicas().onStorage(storage.id(), BEFORE_ALL, 1).isEmpty())
                .toList());
    }

    /** These and the named ones. */
    List<StorageReport> with(List<StorageReport> named) {
        List<StorageReport> all = new ArrayList<>(named);
        all.addAll(reports);
        return all;
    }
}
