package io.lambdafs.datanode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.StorageId;
import io.lambdafs.lease.BlockSynchronization;
import io.lambdafs.store.RenewingWriter;
import io.lambdafs.store.Transaction;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;

/** Takes in the outcome of block recoveries that the DataNode was asked to lead. */
final class Recoveries {
    private final RenewingWriter writer;
    private final BiConsumer<Transaction, BlockSynchronization.Report> taking;

    /**
     * Recoveries of this writer's DataNode.
     *
     * @param taking applies a report, or leaves it to the housekeeping where this process may not change files
     */
    Recoveries(RenewingWriter writer, BiConsumer<Transaction, BlockSynchronization.Report> taking) {
        this.writer = requireNonNull(writer, "writer");
        this.taking = requireNonNull(taking, "taking");
    }

    void accept(BlockSynchronization.Report report) {
        writer.write(tx -> {
            taking.accept(tx, report);
            return report;
        });
    }

    static List<StorageId> storages(String[] ids) {
        return Arrays.stream(ids).map(StorageId::new).toList();
    }
}
