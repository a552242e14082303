package io.lambdafs.datanode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.StorageId;
import io.lambdafs.lease.BlockSynchronization;
import io.lambdafs.store.RenewingWriter;
import java.util.Arrays;
import java.util.List;

/** Takes in the outcome of block recoveries that the DataNode was asked to lead. */
final class Recoveries {
    private final RenewingWriter writer;
    private final BlockSynchronization synchronization;

    Recoveries(RenewingWriter writer, BlockSynchronization synchronization) {
        this.writer = requireNonNull(writer, "writer");
        this.synchronization = requireNonNull(synchronization, "synchronization");
    }

    void accept(BlockSynchronization.Report report) {
        writer.write(tx -> {
            synchronization.apply(tx, report);
            return report;
        });
    }

    static List<StorageId> storages(String[] ids) {
        return Arrays.stream(ids).map(StorageId::new).toList();
    }
}
