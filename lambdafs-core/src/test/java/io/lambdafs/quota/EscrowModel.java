package io.lambdafs.quota;

import io.lambdafs.fs.QuotaCounts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Writers that count against one limit, step by step, in every order: each reads the shards, locks what it seems to need, decides
 * under the locks, and commits. The rule is {@link Escrow}'s, the locks and the order are the model's.
 */
final class EscrowModel {
    /** What a writer does so that the limit holds. */
    enum Rule {
        /** It locks its shard before it decides by what the shard says. */
        LOCK_SHARD,
        /** Where its shard has no room, it looks at all shards under their locks, and not as it read them before. */
        RECHECK_ALL_SHARDS,
        /** While more than the limit is used, no shard has an allowance. */
        NO_ALLOWANCE_ABOVE_LIMIT
    }

    private final QuotaCounts limits;
    private final List<List<Integer>> scripts;
    private final Set<Rule> removed;
    private final Set<State> seen = new HashSet<>();
    private final Set<Long> finalUses = new HashSet<>();
    private @Nullable String violation;

    /**
     * A model.
     *
     * @param scripts the changes that each writer makes, one after another; a writer has the shard with its number
     */
    EscrowModel(long limit, List<List<Integer>> scripts, Set<Rule> removed) {
        this.limits = QuotaCounts.NO_LIMITS.with(QuotaCounts.NAMES, limit);
        this.scripts = scripts;
        this.removed = removed;
    }

    /** Takes every order of steps from this use on, all of it in the first shard; the first violation, if there is one. */
    Optional<String> explore(long used) {
        List<QuotaShard> shards = new ArrayList<>();
        for (int index = 0; index < scripts.size(); index++) {
            shards.add(new QuotaShard(QuotaCounts.of(index == 0 ? used : 0, 0), QuotaCounts.ZERO));
        }
        List<Writer> writers = Collections.nCopies(scripts.size(), new Writer(0, Step.READ, List.of(), Set.of()));
        visit(new State(divided(shards), writers));
        return Optional.ofNullable(violation);
    }

    int states() {
        return seen.size();
    }

    /** What is used at the end, over all orders. */
    Set<Long> finalUses() {
        return finalUses;
    }

    private enum Step {
        READ,
        LOCK,
        DECIDE
    }

    /**
     * A writer between two steps.
     *
     * @param next the number of its next change
     * @param known the shards as it knows them
     * @param locked the shards that it holds
     */
    private record Writer(int next, Step step, List<QuotaShard> known, Set<Integer> locked) {}

    private record State(List<QuotaShard> shards, List<Writer> writers) {
        boolean isFree(int shard, int writer) {
            return IntStream.range(0, writers.size())
                    .allMatch(other ->
                            other == writer || !writers.get(other).locked().contains(shard));
        }

        State with(int writer, Writer changed) {
            List<Writer> all = new ArrayList<>(writers);
            all.set(writer, changed);
            return new State(shards, List.copyOf(all));
        }
    }

    private void visit(State state) {
        if (violation != null || !seen.add(state)) {
            return;
        }
        boolean ended = true;
        for (int writer = 0; writer < scripts.size(); writer++) {
            if (state.writers().get(writer).next() < scripts.get(writer).size()) {
                ended = false;
                step(state, writer);
            }
        }
        if (ended) {
            finalUses.add(Escrow.sum(state.shards()).names());
        }
    }

    private void step(State state, int writer) {
        Writer present = state.writers().get(writer);
        switch (present.step()) {
            case READ -> visit(state.with(writer, new Writer(present.next(), Step.LOCK, state.shards(), Set.of())));
            case LOCK -> lock(state, writer, isAlone(present, writer) ? Set.of(writer) : all());
            case DECIDE -> decide(state, writer);
        }
    }

    private Set<Integer> all() {
        return removed.contains(Rule.RECHECK_ALL_SHARDS)
                ? Set.of()
                : Set.copyOf(IntStream.range(0, scripts.size()).boxed().toList());
    }

    private boolean isAlone(Writer present, int writer) {
        return Escrow.alone(present.known().get(writer), delta(present, writer)).isPresent();
    }

    private QuotaCounts delta(Writer present, int writer) {
        return QuotaCounts.of(scripts.get(writer).get(present.next()), 0);
    }

    private void lock(State state, int writer, Set<Integer> wanted) {
        Writer present = state.writers().get(writer);
        Set<Integer> locks = removed.contains(Rule.LOCK_SHARD) ? Set.of() : new HashSet<>(wanted);
        if (!removed.contains(Rule.LOCK_SHARD)) {
            locks.add(writer);
        }
        if (locks.stream().allMatch(shard -> state.isFree(shard, writer))) {
            List<QuotaShard> known = new ArrayList<>(present.known());
            locks.forEach(shard -> known.set(shard, state.shards().get(shard)));
            visit(state.with(writer, new Writer(present.next(), Step.DECIDE, List.copyOf(known), Set.copyOf(locks))));
        }
    }

    private void decide(State state, int writer) {
        Writer present = state.writers().get(writer);
        QuotaCounts delta = delta(present, writer);
        Optional<QuotaShard> alone = Escrow.alone(present.known().get(writer), delta);
        if (alone.isPresent()) {
            List<QuotaShard> shards = new ArrayList<>(state.shards());
            shards.set(writer, alone.get());
            commit(state, writer, shards);
            return;
        }
        if (!removed.contains(Rule.LOCK_SHARD) && !present.locked().containsAll(all())) {
            // It lost the race for the room of its shard: it locks the others, too.
            lock(state, writer, all());
            return;
        }
        if (Escrow.exceeded(Escrow.sum(present.known()), limits, delta).isPresent()) {
            commit(state, writer, state.shards());
            return;
        }
        List<QuotaShard> changed = new ArrayList<>(present.known());
        changed.set(writer, changed.get(writer).plus(delta));
        commit(state, writer, divided(changed));
    }

    private void commit(State state, int writer, List<QuotaShard> shards) {
        long before = Escrow.sum(state.shards()).names();
        long after = Escrow.sum(shards).names();
        Writer present = state.writers().get(writer);
        long made = delta(present, writer).names();
        if (after > before && after > limits.names()) {
            violation = before + " of " + limits.names() + " were used, and writer " + writer + " made it " + after;
        } else if (after != before && after != before + made) {
            violation = before + " were used, and writer " + writer + " made it " + after + " with " + made;
        }
        Writer ended = new Writer(present.next() + 1, Step.READ, List.of(), Set.of());
        visit(new State(List.copyOf(shards), state.writers()).with(writer, ended));
    }

    /* Without the rule, what is used above the limit is taken from the allowances as room is given to them. */
    private List<QuotaShard> divided(List<QuotaShard> shards) {
        long room = limits.names() - Escrow.sum(shards).names();
        if (room >= 0 || !removed.contains(Rule.NO_ALLOWANCE_ABOVE_LIMIT)) {
            return Escrow.divided(shards, limits);
        }
        return shards.stream()
                .map(shard -> new QuotaShard(
                        shard.use(),
                        Escrow.divided(List.of(shard), QuotaCounts.NO_LIMITS)
                                .get(0)
                                .allowance()
                                .with(QuotaCounts.NAMES, shard.use().names() + Math.floorDiv(room, shards.size()))))
                .toList();
    }
}
