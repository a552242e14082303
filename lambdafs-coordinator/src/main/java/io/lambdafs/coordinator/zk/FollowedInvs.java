package io.lambdafs.coordinator.zk;

import io.lambdafs.coherence.Coordinator.Listener;
import io.lambdafs.coherence.Inv;
import io.lambdafs.coherence.InvCodec;
import io.lambdafs.coherence.MalformedInvException;
import io.lambdafs.coherence.Member;
import io.lambdafs.coherence.RoundId;
import io.lambdafs.store.WriterId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The INVs of others to the own deployment, and what has been acknowledged of them. Not thread-safe. */
final class FollowedInvs {
    private static final Logger log = LoggerFactory.getLogger(FollowedInvs.class);

    private final Member self;
    private final ZnodePaths paths;
    private final SessionLink link;
    private final Listener listener;
    private final SerialCalls calls;
    private final Map<String, Batch> byName = new HashMap<>();
    private final Map<RoundId, Batch> byRound = new HashMap<>();

    /** The rounds of one znode. */
    private static final class Batch {
        private final String ack;
        private final List<RoundId> rounds;
        private final Set<RoundId> unacknowledged;

        Batch(String ack, List<RoundId> rounds) {
            this.ack = ack;
            this.rounds = rounds;
            unacknowledged = new HashSet<>(rounds);
        }
    }

    FollowedInvs(Member self, MemberLocation place, Listener listener, SerialCalls calls) {
        this.self = self;
        this.paths = place.paths();
        this.link = place.link();
        this.listener = listener;
        this.calls = calls;
    }

    boolean knows(String name) {
        return byName.containsKey(name);
    }

    /** Whether there is an INV of this leader. */
    boolean knowsAnyOf(WriterId leader) {
        return byRound.keySet().stream().anyMatch(round -> round.writer().equals(leader));
    }

    /**
     * Takes in an INV and tells nobody.
     *
     * @return its rounds; none if it is known already or the own
     */
    List<Inv> take(String name, byte[] content) throws MalformedInvException {
        InvName parsed = InvName.parse(name);
        if (knows(name) || parsed.leader().equals(self.writer())) {
            return List.of();
        }
        List<Inv> invs = InvCodec.decode(parsed.leader(), content);
        List<RoundId> rounds = invs.stream().map(Inv::round).toList();
        Batch batch = new Batch(paths.acks(parsed.leader()) + '/' + parsed.ackBy(self), rounds);
        byName.put(name, batch);
        rounds.forEach(round -> byRound.put(round, batch));
        return invs;
    }

    /** Takes in an INV and tells of it. */
    void came(String name, byte[] content) {
        try {
            take(name, content).forEach(inv -> calls.put(() -> listener.inv(inv)));
        } catch (MalformedInvException e) {
            // It is not acknowledged, so that its leader does not commit: nobody here could honour it.
            log.atError()
                    .setMessage("an INV cannot be read and is not acknowledged")
                    .addKeyValue("znode", name)
                    .setCause(e)
                    .log();
        }
    }

    void ended(String name) {
        Batch batch = byName.remove(name);
        if (batch != null) {
            batch.rounds.forEach(round -> {
                byRound.remove(round);
                calls.put(() -> listener.ended(round));
            });
        }
    }

    /** Those known that are not in the list. */
    List<String> missingIn(Set<String> names) {
        return byName.keySet().stream().filter(name -> !names.contains(name)).toList();
    }

    /** Acknowledges a round; the znode is acknowledged with the last of its rounds. */
    void acknowledge(RoundId round) {
        Batch batch = byRound.get(round);
        if (batch != null && batch.unacknowledged.remove(round) && batch.unacknowledged.isEmpty()) {
            // If the leader has departed meanwhile, there is nobody to acknowledge it to.
            link.create(batch.ack, new byte[0], code -> {});
        }
    }
}
