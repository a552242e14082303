package io.lambdafs.namenode.invalidation;

import io.lambdafs.coherence.CoherenceCore;
import io.lambdafs.coherence.CoherenceEffect;
import io.lambdafs.coherence.CoherenceEvent;
import io.lambdafs.coherence.Member;
import io.lambdafs.coherence.ProtocolRules;
import io.lambdafs.coherence.RoundId;
import io.lambdafs.coherence.Scope;
import io.lambdafs.namenode.WriteGate;
import io.lambdafs.store.RequestWork.Ending;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriterId;
import io.lambdafs.wire.PartitionFunction;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Takes down what each attempt at a write has forgotten, and works out which members get an invalidation for it, where
 * each deployment has a member besides the writer. Used by one thread.
 */
final class NotifiedScopes implements WriteGate, WriteGate.Pass {
    private static final WriterId SELF = new WriterId(1_000_000);

    private Scope latest = Scope.NOTHING;

    /** What the latest attempt had forgotten. */
    Scope latest() {
        return latest;
    }

    /** Begins anew. */
    void clear() {
        latest = Scope.NOTHING;
    }

    /** What one round for this invalidates at the members of each deployment. */
    static Map<Integer, Scope> byDeployment(Scope scope, PartitionFunction partition) {
        Set<Member> others = new HashSet<>();
        for (int deployment = 0; deployment < partition.deployments(); deployment++) {
            others.add(new Member(deployment, new WriterId(deployment + 1L), "other", 0));
        }
        CoherenceCore core = new CoherenceCore(partition, ProtocolRules.ALL);
        core.step(new CoherenceEvent.Registered(new Member(0, SELF, "self", 0), others, Set.of()));
        core.step(new CoherenceEvent.OpenWriters(Set.of()));
        others.forEach(member -> core.step(new CoherenceEvent.JoinAcknowledged(member.writer())));
        core.step(new CoherenceEvent.WriteBegins(1, SELF, Set.of(), true));
        Map<Integer, Scope> told = new HashMap<>();
        core.step(new CoherenceEvent.RoundBegins(1, new RoundId(SELF, 1), scope)).stream()
                .filter(CoherenceEffect.Publish.class::isInstance)
                .forEach(effect -> told.putAll(((CoherenceEffect.Publish) effect).scopes()));
        return told;
    }

    @Override
    public void awaitReady() {}

    @Override
    public Pass begin(WriterId writer) {
        clear();
        return this;
    }

    @Override
    public boolean isNeeded() {
        return true;
    }

    @Override
    public void lockOnTheWay() {}

    @Override
    public void seal() {}

    @Override
    public boolean wasTurnedBack() {
        return false;
    }

    @Override
    public Transaction guard(Transaction tx) {
        return tx;
    }

    @Override
    public void forget(Scope scope) {
        latest = latest.and(scope);
    }

    @Override
    public void ended(Ending ending) {}

    @Override
    public boolean waitsInDoubt() {
        return false;
    }
}
