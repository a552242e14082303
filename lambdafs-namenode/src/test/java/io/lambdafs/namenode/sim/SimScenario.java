package io.lambdafs.namenode.sim;

import io.lambdafs.coherence.CoherenceRule;
import io.lambdafs.namenode.sim.decoupling.FlawedDecoupling;
import io.lambdafs.namenode.sim.store.SharedSimStore;
import java.util.Optional;
import java.util.Set;

/**
 * What a seed is applied to.
 *
 * @param mode what the NameNodes are
 * @param operations how many each client does
 * @param removed rules of the protocol that are left out
 * @param flaws what else is broken
 * @param faults what goes wrong; by the seed if absent
 * @param store the kind of the store; by the seed if absent
 * @param subtrees whether clients decouple subtrees
 */
record SimScenario(
        Mode mode,
        int operations,
        Set<CoherenceRule> removed,
        Set<Flaw> flaws,
        Optional<Faults> faults,
        Optional<SharedSimStore.Kind> store,
        boolean subtrees) {
    /** What kind of NameNodes there are. */
    enum Mode {
        /** Without a cache. */
        STATELESS,
        /** With a cache that the coherence protocol keeps true. */
        COHERENT,
        /** With a cache that is validated with each request. */
        VALIDATING,
        /** Some validate, the others are members. */
        MIXED,
        /** With a cache that nobody invalidates: what must be found out. */
        NAIVE_CACHE;

        /** Whether an answer for which several rows are read is of one state. */
        boolean readsAreExact() {
            return this == COHERENT || this == VALIDATING || this == MIXED;
        }
    }

    /** What is broken outside of the protocol, to show that it is needed. */
    enum Flaw {
        /** Every other instance takes the namespace to be divided among one deployment more. */
        TWO_PARTITIONS,
        /** The platform takes instances for dead that are frozen or out of touch, and has them expelled from the cluster. */
        LIVING_INSTANCES_EXPELLED,
        /** The store forgets what requests came to. */
        OUTCOMES_FORGOTTEN,
        /** Outcomes are purged while requests may still be on their way. */
        OUTCOMES_PURGED_EARLY,
        /** Instances compare their own wall clocks with those of clients. */
        WALL_CLOCKS_COMPARED,
        /** How long a request may wait is counted from its arrival, however long it travelled. */
        PATIENCE_FROM_ARRIVAL,
        /** Clients do not say that a request is sent again, so that its refusal is not recorded. */
        RESUBMISSIONS_UNTOLD,
        /** Clients that have sent a straggler to a second instance believe what the first one refuses. */
        FIRST_OF_TWO_BELIEVED,
        /** A client whose request was with another client that died sends it as if it had never been sent. */
        LOST_LINE_TAKEN_FOR_UNSENT,
        /** A function that was a stem cell answers from what it read before. */
        REHEARSAL_REMEMBERED,
        /** An instance that is to remove a batch for another says that it has, and does nothing. */
        HELPERS_ONLY_SAY_SO,
        /** The last row of a batch of a removal stays, and counts as removed. */
        BATCH_LEAVES_ITS_LAST_ROW,
        /** The removal takes directories to have one entry less than they have. */
        REMOVAL_OVERLOOKS_THE_LAST_ENTRY,
        /** The removal goes no further than its first turn. */
        REMOVAL_ENDS_AFTER_A_TURN,
        /** Nobody goes on with what those left who were killed. */
        REMOVAL_DIES_WITH_ITS_INSTANCE,
        /** Helpers are told a wrong directory, and do not look whether it is detached. */
        REMOVAL_OF_WHAT_IS_NOT_DETACHED,
        /** The removal forgets the blocks of files. */
        REMOVAL_LEAVES_BLOCKS,
        /** No instance gets an invalidation when a snapshot is taken. */
        SNAPSHOT_UNTOLD(FlawedFeatures.Rule.TELL_OF_SNAPSHOT),
        /** Instances change and remove rows that snapshots show, and keep nothing. */
        ROWS_NOT_KEPT(FlawedFeatures.Rule.KEEP_ROWS),
        /** The number of a deleted snapshot is given again. */
        SNAPSHOT_NUMBER_TWICE(FlawedFeatures.Rule.NUMBER_ONCE),
        /** No instance gets an invalidation when a quota is set, and writes below are not waited for. */
        QUOTA_UNTOLD(FlawedFeatures.Rule.TELL_OF_QUOTA),
        /** Writers count in a shard that they have read, but not locked. */
        SHARDS_UNLOCKED(FlawedFeatures.Rule.LOCK_SHARDS),
        /** Writers take the allowance of a shard to be without an end. */
        ALLOWANCES_OVERLOOKED(FlawedFeatures.Rule.HEED_ALLOWANCES),
        /** No instance gets an invalidation when an access control list changes. */
        ACL_UNTOLD(FlawedFeatures.Rule.TELL_OF_ACL),
        /** Instances get no invalidation when a storage policy changes. */
        POLICY_UNTOLD(FlawedFeatures.Rule.TELL_OF_POLICY),
        /** An attribute changes, nothing is kept of what snapshots show, and no number tells readers. */
        ATTRIBUTES_NOT_KEPT(FlawedFeatures.Rule.KEEP_ATTRIBUTES),
        /** That a slice of a merge was applied is committed before its rows are. */
        SLICE_NOTED_FIRST(FlawedDecoupling.Rule.NOTE_WITH_THE_SLICE),
        /** Caches get no invalidation of what the attachment of a merge changes. */
        ATTACHMENT_UNTOLD(FlawedDecoupling.Rule.INVALIDATE_AT_ATTACHMENT),
        /** To discard a subtree leaves what slices of its merge have inserted. */
        DISCARD_LEAVES_SLICES(FlawedDecoupling.Rule.DISCARD_WHAT_WAS_INSERTED),
        /** A subtree of which a part is discarded goes on to be merged. */
        DISCARD_OVERLOOKED(FlawedDecoupling.Rule.NOTHING_AFTER_A_DISCARD),
        /** NameNodes that clear up discard a subtree also if its merge has begun since they looked. */
        BEGUN_MERGE_OVERLOOKED(FlawedDecoupling.Rule.DISCARD_AS_SEEN),
        /** They discard it also if its lease was renewed since. */
        RENEWAL_BEFORE_DISCARD_OVERLOOKED(FlawedDecoupling.Rule.DISCARD_UNLESS_RENEWED),
        /** They begin to merge it also if its lease was renewed since. */
        RENEWAL_BEFORE_MERGE_OVERLOOKED(FlawedDecoupling.Rule.MERGE_UNLESS_RENEWED);

        private final Optional<FlawedDecoupling.Rule> decoupling;
        private final Optional<FlawedFeatures.Rule> feature;

        Flaw() {
            decoupling = Optional.empty();
            feature = Optional.empty();
        }

        Flaw(FlawedDecoupling.Rule decoupling) {
            this.decoupling = Optional.of(decoupling);
            feature = Optional.empty();
        }

        Flaw(FlawedFeatures.Rule feature) {
            decoupling = Optional.empty();
            this.feature = Optional.of(feature);
        }

        /** The rule of quotas, snapshots, access control lists or storage policies that is lacking, if it is one. */
        Optional<FlawedFeatures.Rule> feature() {
            return feature;
        }

        /** The rule of decoupled subtrees that is lacking, if it is one. */
        Optional<FlawedDecoupling.Rule> decoupling() {
            return decoupling;
        }
    }

    private static final int OPERATIONS = 20;

    /** A subtree that comes to something takes a dozen. */
    private static final int OPERATIONS_WITH_SUBTREES = 35;

    static SimScenario of(Mode mode) {
        return new SimScenario(mode, OPERATIONS, Set.of(), Set.of(), Optional.empty(), Optional.empty(), false);
    }

    SimScenario without(CoherenceRule rule) {
        return new SimScenario(mode, operations, Set.of(rule), flaws, faults, store, subtrees);
    }

    SimScenario with(Flaw flaw) {
        return new SimScenario(mode, operations, removed, Set.of(flaw), faults, store, subtrees);
    }

    SimScenario withFaults(Faults changed) {
        return new SimScenario(mode, operations, removed, flaws, Optional.of(changed), store, subtrees);
    }

    /** The same with clients that decouple subtrees, too. */
    SimScenario withSubtrees() {
        return new SimScenario(mode, OPERATIONS_WITH_SUBTREES, removed, flaws, faults, store, true);
    }

    /** The same with one kind of store in all seeds. */
    SimScenario over(SharedSimStore.Kind kind) {
        return new SimScenario(mode, operations, removed, flaws, faults, Optional.of(kind), subtrees);
    }

    /** The kind of store that a seed has. */
    SharedSimStore.Kind storeOf(long seed) {
        return store.orElseGet(() -> SharedSimStore.Kind.of(seed));
    }
}
