package io.lambdafs.store.rocks.operation;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The operations on leases. */
public final class LeaseOperations {
    /** Some leases of at least an age. */
    public record Expired(Duration age, int limit) {
        static final Codec<Expired> CODEC = Codec.of(
                (out, expired) -> {
                    Codecs.BOUND.put(out, expired.age());
                    out.putInt(expired.limit());
                },
                in -> new Expired(Codecs.BOUND.get(in), Codecs.limit(in)));
    }

    /** A client's lease, if it has at least an age. */
    public record Removal(String clientName, Duration age) {
        static final Codec<Removal> CODEC = Codec.of(
                (out, removal) -> {
                    out.putText(removal.clientName());
                    Codecs.BOUND.put(out, removal.age());
                },
                in -> new Removal(in.getText(), Codecs.BOUND.get(in)));
    }

    /** As {@link LeaseTable#renew}. */
    public static final TableOperation<String, Done> RENEW = TableOperation.change(
            60, "leases.renew", Codecs.TEXT, (tables, client) -> tables.leases().renew(client));

    /** As {@link LeaseTable#age}. */
    public static final TableOperation<String, Optional<Duration>> AGE = TableOperation.question(
            61,
            "leases.age",
            Codecs.TEXT,
            Codecs.DURATION.optional(),
            (tables, client) -> tables.leases().age(client));

    /** As {@link LeaseTable#expired}. */
    public static final TableOperation<Expired, List<String>> EXPIRED = TableOperation.question(
            62,
            "leases.expired",
            Expired.CODEC,
            Codecs.TEXT.list(),
            (tables, expired) -> tables.leases().expired(expired.age(), expired.limit()));

    /** As {@link LeaseTable#remove}. */
    public static final TableOperation<Removal, Done> REMOVE = TableOperation.change(
            63,
            "leases.remove",
            Removal.CODEC,
            (tables, removal) -> tables.leases().remove(removal.clientName(), removal.age()));

    private LeaseOperations() {}

    static List<EngineAction<?, ?>> all() {
        return List.of(RENEW, AGE, EXPIRED, REMOVE);
    }
}
