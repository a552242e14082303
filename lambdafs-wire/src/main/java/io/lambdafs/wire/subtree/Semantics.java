package io.lambdafs.wire.subtree;

import java.util.Collections;
import java.util.List;

/**
 * What a composition of consistency and one of durability mean together, or why they mean nothing: one cell of the paper's
 * table II. Immutable.
 */
final class Semantics {
    private final Composition all;
    private final ConsistencyLevel consistency;
    private final DurabilityLevel durability;

    private Semantics(Composition all, ConsistencyLevel consistency, DurabilityLevel durability) {
        this.all = all;
        this.consistency = consistency;
        this.durability = durability;
    }

    /**
     * That of these compositions.
     *
     * @throws IllegalArgumentException with a sentence if they make no sense
     */
    static Semantics of(Composition consistency, Composition durability) {
        for (Mechanism mechanism : durability.mechanisms()) {
            require(
                    mechanism == Mechanism.STREAM || mechanism.persists(),
                    mechanism
                            + " is not a mechanism of durability: those are stream, local_persist and global_persist,"
                            + " or none."
                            + " Write it under consistency.");
            require(
                    !consistency.has(mechanism),
                    mechanism
                            + " stands under consistency and under durability: a cycle, for each mechanism runs once.");
        }
        Composition all = combined(consistency, durability);
        if (all.has(Mechanism.APPEND_CLIENT_JOURNAL)) {
            requireJournal(all);
        } else {
            requireRequests(all);
        }
        return new Semantics(all, consistency(all), durability(all));
    }

    /** What persists does so before what is applied, where the two are said apart. */
    private static Composition combined(Composition consistency, Composition durability) {
        int apply = Math.min(
                consistency.stageOf(Mechanism.VOLATILE_APPLY), consistency.stageOf(Mechanism.NONVOLATILE_APPLY));
        return consistency.before(apply).then(durability).then(consistency.from(apply));
    }

    private static void requireRequests(Composition all) {
        for (Mechanism mechanism : all.mechanisms()) {
            require(
                    !mechanism.applies() && mechanism != Mechanism.GLOBAL_PERSIST,
                    mechanism + " needs a journal: begin the consistency with append_client_journal.");
        }
        require(
                all.has(Mechanism.RPCS),
                "The consistency \"" + all + "\" says nothing of how operations reach the namespace: it has rpcs or"
                        + " append_client_journal.");
        require(
                all.stageOf(Mechanism.RPCS) == 0 || all.stages().isEmpty(),
                "rpcs comes first in \"" + all + "\": only what was requested can be made durable.");
        require(
                !(all.has(Mechanism.STREAM) && all.has(Mechanism.LOCAL_PERSIST)),
                "stream and local_persist together make no sense: stream is durable everywhere, which is more.");
    }

    private static void requireJournal(Composition all) {
        require(
                !all.has(Mechanism.RPCS),
                "append_client_journal and rpcs together make no sense: both say how operations are carried out.");
        require(
                !all.has(Mechanism.STREAM),
                "stream goes with rpcs: a journal is made durable by local_persist or global_persist, or not at all (none).");
        require(
                all.stages().get(0).equals(Collections.singletonList(Mechanism.APPEND_CLIENT_JOURNAL)),
                "append_client_journal comes first in \"" + all
                        + "\", and alone: the others work on what it has written.");
        require(
                !(all.has(Mechanism.VOLATILE_APPLY) && all.has(Mechanism.NONVOLATILE_APPLY)),
                "volatile_apply and nonvolatile_apply together make no sense: a journal is applied once.");
        if (all.has(Mechanism.NONVOLATILE_APPLY)) {
            int apply = all.stageOf(Mechanism.NONVOLATILE_APPLY);
            require(
                    all.before(apply).mechanisms().stream().anyMatch(Mechanism::persists),
                    "nonvolatile_apply reads what local_persist or global_persist has written: one of them must run before it.");
        }
    }

    private static ConsistencyLevel consistency(Composition all) {
        if (all.has(Mechanism.RPCS)) {
            return ConsistencyLevel.STRONG;
        }
        boolean merged = all.mechanisms().stream().anyMatch(Mechanism::applies);
        return merged ? ConsistencyLevel.WEAK : ConsistencyLevel.INVISIBLE;
    }

    private static DurabilityLevel durability(Composition all) {
        if (all.has(Mechanism.STREAM) || all.has(Mechanism.GLOBAL_PERSIST)) {
            return DurabilityLevel.GLOBAL;
        }
        return all.has(Mechanism.LOCAL_PERSIST) ? DurabilityLevel.LOCAL : DurabilityLevel.NONE;
    }

    private static void require(boolean condition, String sentence) {
        if (!condition) {
            throw new IllegalArgumentException(sentence);
        }
    }

    List<Mechanism> mechanisms() {
        return all.mechanisms();
    }

    List<List<Mechanism>> stages() {
        return all.stages();
    }

    ConsistencyLevel consistency() {
        return consistency;
    }

    DurabilityLevel durability() {
        return durability;
    }
}
