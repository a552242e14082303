package io.lambdafs.store.rocks.operation;

import java.time.Duration;
import java.util.List;

/** The operations on roles. */
public final class RoleOperations {
    /** A role and an owner. */
    public record Owned(String role, String owner) {
        static final Codec<Owned> CODEC = Codec.of(
                (out, owned) -> out.putText(owned.role()).putText(owned.owner()),
                in -> new Owned(in.getText(), in.getText()));
    }

    /** A role for an owner, for a time. */
    public record Acquisition(String role, String owner, Duration time) {
        static final Codec<Acquisition> CODEC = Codec.of(
                (out, wish) -> {
                    out.putText(wish.role()).putText(wish.owner());
                    Codecs.BOUND.put(out, wish.time());
                },
                in -> new Acquisition(in.getText(), in.getText(), Codecs.BOUND.get(in)));
    }

    /** As {@link RoleTable#acquire}. */
    public static final TableOperation<Acquisition, Boolean> ACQUIRE = TableOperation.question(
            90,
            "roles.acquire",
            Acquisition.CODEC,
            Codecs.FLAG,
            (tables, wish) -> tables.roles().acquire(wish.role(), wish.owner(), wish.time()));

    /** As {@link RoleTable#hold}. */
    public static final TableOperation<Owned, Boolean> HOLD = TableOperation.question(
            91,
            "roles.hold",
            Owned.CODEC,
            Codecs.FLAG,
            (tables, owned) -> tables.roles().hold(owned.role(), owned.owner()));

    /** As {@link RoleTable#release}. */
    public static final TableOperation<Owned, Done> RELEASE = TableOperation.change(
            92, "roles.release", Owned.CODEC, (tables, owned) -> tables.roles().release(owned.role(), owned.owner()));

    private RoleOperations() {}

    static List<EngineAction<?, ?>> all() {
        return List.of(ACQUIRE, HOLD, RELEASE);
    }
}
