package io.lambdafs.store.rocks.table;

import io.lambdafs.store.changefeed.Announcement;
import io.lambdafs.store.changefeed.CommittedTransaction;
import io.lambdafs.store.changefeed.RowChange;
import io.lambdafs.store.rocks.engine.CommittedAnnouncement;
import io.lambdafs.store.rocks.engine.CommittedChange;
import io.lambdafs.store.rocks.keyvalue.Table;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Reads the engine's record of a committed transaction in the terms of the port. */
public final class FeedCodec {
    private FeedCodec() {}

    /** What the transaction changed. */
    public static CommittedTransaction decode(CommittedChange change) {
        return new CommittedTransaction(
                change.number(),
                Instant.EPOCH.plus(change.micros(), ChronoUnit.MICROS),
                change.rows().stream().map(FeedCodec::decode).toList());
    }

    /** What the transaction announced. */
    public static Announcement decode(CommittedAnnouncement said) {
        return new Announcement(
                said.number(),
                Instant.EPOCH.plus(said.micros(), ChronoUnit.MICROS),
                said.bytes().array());
    }

    private static RowChange decode(CommittedChange.Row row) {
        return row.table() == Table.BLOCKS
                ? new RowChange.BlockRow(Keys.block(row.key()), row.deleted())
                : new RowChange.INodeRow(Keys.inode(row.key()), Keys.inodeKey(row.place()), row.deleted());
    }
}
