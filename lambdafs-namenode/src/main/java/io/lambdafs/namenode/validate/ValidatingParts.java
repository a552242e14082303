package io.lambdafs.namenode.validate;

import io.lambdafs.coherence.CoherenceCore;
import io.lambdafs.coherence.Scope;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import io.lambdafs.namenode.WriteGate;
import io.lambdafs.namenode.cache.CachedAncestors;
import io.lambdafs.namenode.cache.MetadataCache;
import io.lambdafs.namenode.cache.Ownership;
import io.lambdafs.namenode.coherence.CoherentCache;
import io.lambdafs.namenode.coherence.CoherentGate;
import io.lambdafs.namenode.coherence.CoherentNode;
import io.lambdafs.namenode.coherence.CoherentParts;
import io.lambdafs.namenode.coherence.Incarnations;
import io.lambdafs.namenode.coherence.Waiting;
import io.lambdafs.namenode.foresight.ForeseenLocks;
import io.lambdafs.namenode.foresight.KnownAncestors;
import io.lambdafs.namenode.membership.Fences;
import io.lambdafs.namenode.membership.InstanceIdentity;
import io.lambdafs.store.changefeed.ChangeFeed;
import java.util.List;

/**
 * The parts of a NameNode that validates, put together.
 *
 * @param cache what it keeps
 * @param feed keeps the cache at a position of the change feed; also the guard of its fills
 * @param node its side of the coherence protocol while it writes
 * @param incarnations its names
 * @param membership when it is a member
 * @param gate what its writes pass
 */
public record ValidatingParts(
        MetadataCache cache,
        FeedCache feed,
        CoherentNode node,
        Incarnations incarnations,
        BriefMembership membership,
        WriteGate gate) {
    /** Puts the parts of an instance together; it is no member until it writes. */
    public static ValidatingParts of(
            CoherentParts.Settings settings,
            ChangeFeed changes,
            InstanceIdentity self,
            Incarnations.Dependencies around,
            Waiting waiting) {
        MetadataCache cache =
                MetadataCache.fed(settings.policy(), new Ownership(settings.partition(), self.deployment()));
        FeedCache feed = new FeedCache(changes, cache, waiting, settings.times().round(), settings.rules());
        Fences fences = settings.times().fences(around.store(), around.background());
        CoherentNode node = new CoherentNode(
                new CoherenceCore(settings.partition(), settings.rules()),
                new CoherentNode.Dependencies(new HoldsNothing(), fences, waiting, around.ticker()),
                settings.rules());
        Incarnations incarnations = Incarnations.dividing(around, self, node, settings);
        BriefMembership membership = new BriefMembership(incarnations);
        ForeseenLocks foreseen = new ForeseenLocks(new CachedAncestors(cache));
        CoherentGate gate =
                new CoherentGate(node, incarnations, new KnowsNothing(), foreseen, settings.times(), settings.rules());
        return new ValidatingParts(
                cache, feed, node, incarnations, membership, new JoiningGate(gate, membership, settings.rules()));
    }

    /**
     * What the protocol finds in a member that validates. Its cache is none of the protocol's business: the feed tells it of every
     * change, those of the instance itself included.
     */
    private static final class HoldsNothing implements CoherentCache {
        @Override
        public void invalidate(Scope scope) {
            // There is nothing that would not be validated before it is used.
        }

        @Override
        public void clear() {
            // As above.
        }
    }

    /** A write resolves its path in the store: what the cache has is as old as the latest request. */
    private static final class KnowsNothing implements KnownAncestors {
        @Override
        public List<Directory> above(FsPath path) {
            return List.of();
        }

        @Override
        public boolean isDirectory(FsPath path) {
            return false;
        }
    }
}
