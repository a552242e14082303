package io.lambdafs.store.rocks.operation;

import io.lambdafs.store.rocks.keyvalue.Bytes;
import java.util.List;

/** The operations on a transaction as a whole. */
public final class TransactionOperations {
    /** What a transaction does when it begins: see {@link Prefetched#by}. */
    public static final TableOperation<Opening, Prefetched> OPEN =
            TableOperation.question(110, "transaction.open", Opening.CODEC, Prefetched.CODEC, Prefetched::by);

    /** Nothing, for changes that go along. */
    public static final TableOperation<Done, Done> NOTHING =
            TableOperation.change(111, "transaction.nothing", Codecs.DONE, (tables, none) -> {});

    /** The time of the store's clock, in microseconds since 1970. */
    public static final TableOperation<Done, Long> NOW = TableOperation.question(
            112, "transaction.now", Codecs.DONE, Codecs.LONG, (tables, none) -> tables.nowMicros());

    /** What the change feed is to say of the transaction. */
    public static final TableOperation<byte[], Done> ANNOUNCE = TableOperation.change(
            113, "transaction.announce", Codecs.BYTES, (tables, bytes) -> tables.announce(Bytes.owning(bytes)));

    private TransactionOperations() {}

    static List<EngineAction<?, ?>> all() {
        return List.of(OPEN, NOTHING, NOW, ANNOUNCE);
    }
}
