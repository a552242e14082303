package io.lambdafs.namenode.coherence;

import static java.util.Objects.requireNonNull;

import io.lambdafs.coherence.CoherenceCore;
import io.lambdafs.coherence.ProtocolRules;
import io.lambdafs.coherence.Scope;
import io.lambdafs.namenode.cache.CachePolicy;
import io.lambdafs.namenode.cache.CachedAncestors;
import io.lambdafs.namenode.cache.FilledAncestors;
import io.lambdafs.namenode.cache.MetadataCache;
import io.lambdafs.namenode.cache.Ownership;
import io.lambdafs.namenode.foresight.ForeseenLocks;
import io.lambdafs.namenode.foresight.KnownAncestors;
import io.lambdafs.namenode.membership.Fences;
import io.lambdafs.namenode.membership.InstanceIdentity;
import io.lambdafs.wire.PartitionFunction;

/**
 * The parts of a NameNode that caches, put together.
 *
 * @param cache what it keeps
 * @param node its side of the protocol; also the guard of its fills
 * @param incarnations its names
 * @param gate what its writes pass
 */
public record CoherentParts(MetadataCache cache, CoherentNode node, Incarnations incarnations, CoherentGate gate) {
    /**
     * How the parts are to be.
     *
     * @param partition the same in every NameNode and client of a cluster
     * @param rules all, but in tests
     */
    public record Settings(PartitionFunction partition, CachePolicy policy, CoherenceTimes times, ProtocolRules rules) {
        public Settings {
            requireNonNull(partition, "partition");
            requireNonNull(policy, "policy");
            requireNonNull(times, "times");
        }
    }

    /** Puts the parts of an instance together; it is no member before {@link Incarnations#start}. */
    public static CoherentParts of(
            Settings settings, InstanceIdentity self, Incarnations.Dependencies around, Waiting waiting) {
        MetadataCache cache = new MetadataCache(
                settings.policy(), new Ownership(settings.partition(), self.deployment()), settings.rules());
        Fences fences = settings.times().fences(around.store(), around.background());
        CoherentNode node = new CoherentNode(
                new CoherenceCore(settings.partition(), settings.rules()),
                new CoherentNode.Dependencies(forgetting(cache), fences, waiting, around.ticker()),
                settings.rules());
        Incarnations incarnations = Incarnations.dividing(around, self, node, settings);
        KnownAncestors known = new CachedAncestors(cache);
        ForeseenLocks foreseen = new ForeseenLocks(new FilledAncestors(cache, node, node::mayServe, around.store()));
        CoherentGate gate = new CoherentGate(node, incarnations, known, foreseen, settings.times(), settings.rules());
        return new CoherentParts(cache, node, incarnations, gate);
    }

    private static CoherentCache forgetting(MetadataCache cache) {
        return new CoherentCache() {
            @Override
            public void invalidate(Scope scope) {
                cache.invalidate(scope);
            }

            @Override
            public void clear() {
                cache.clear();
            }
        };
    }
}
