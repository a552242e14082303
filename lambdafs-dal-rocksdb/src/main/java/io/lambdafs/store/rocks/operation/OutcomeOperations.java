package io.lambdafs.store.rocks.operation;

import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.wire.RequestId;
import java.time.Duration;
import java.util.List;

/** The operations on the outcomes of requests. */
public final class OutcomeOperations {
    /** Some outcomes of at least an age. */
    public record Purge(Duration olderThan, int limit) {
        static final Codec<Purge> CODEC = Codec.of(
                (out, purge) -> {
                    Codecs.BOUND.put(out, purge.olderThan());
                    out.putInt(purge.limit());
                },
                in -> new Purge(Codecs.BOUND.get(in), Codecs.limit(in)));
    }

    /** A request and its outcome. */
    public record Recorded(RequestId request, Bytes outcome) {
        static final Codec<Recorded> CODEC = Codec.of(
                (out, recorded) -> {
                    Codecs.REQUEST_ID.put(out, recorded.request());
                    out.putBytes(recorded.outcome().array());
                },
                in -> new Recorded(Codecs.REQUEST_ID.get(in), Bytes.owning(in.getBytes())));
    }

    /** As {@link OutcomeTable#purge}. */
    public static final TableOperation<Purge, Integer> PURGE = TableOperation.question(
            100,
            "outcomes.purge",
            Purge.CODEC,
            Codecs.INT,
            (tables, purge) -> tables.outcomes().purge(purge.olderThan(), purge.limit()));

    /** Records the outcome of a request that was admitted and has none. */
    public static final TableOperation<Recorded, Done> RECORD = TableOperation.change(
            101,
            "outcomes.record",
            Recorded.CODEC,
            (tables, recorded) -> tables.outcomes()
                    .record(recorded.request(), recorded.outcome().array()));

    private OutcomeOperations() {}

    static List<EngineAction<?, ?>> all() {
        return List.of(PURGE, RECORD);
    }
}
