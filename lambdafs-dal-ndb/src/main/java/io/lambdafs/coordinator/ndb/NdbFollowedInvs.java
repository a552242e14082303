package io.lambdafs.coordinator.ndb;

import io.lambdafs.coherence.Inv;
import io.lambdafs.coherence.InvCodec;
import io.lambdafs.coherence.MalformedInvException;
import io.lambdafs.coherence.Member;
import io.lambdafs.coherence.RoundId;
import io.lambdafs.store.WriterId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The INVs of others to the own deployment, kept by comparing lists. Used by one thread. */
final class NdbFollowedInvs {
    private final Member self;
    private final Transactions transactions;
    private final Map<InvRows.Key, List<RoundId>> known = new HashMap<>();
    private final Set<RoundId> unacknowledged = new HashSet<>();

    NdbFollowedInvs(Member self, Transactions transactions) {
        this.self = self;
        this.transactions = transactions;
    }

    /**
     * What a look has found, as far as it was not known before.
     *
     * @param contents of INVs that came, each leader's in their order
     * @param gone the rows of INVs that ended
     * @param complete false if there is an INV that could not be read yet
     */
    record Scan(Map<InvRows.Key, byte[]> contents, List<InvRows.Key> gone, boolean complete) {}

    /**
     * What changed since the look before.
     *
     * @param malformed what cannot be read
     */
    record Change(List<Inv> came, List<RoundId> ended, List<MalformedInvException> malformed) {}

    /** Reads what is new of the rows that a look has found, each leader's in their order. Changes nothing. */
    Scan see(List<InvRows.Head> heads) {
        Map<InvRows.Key, byte[]> contents = new LinkedHashMap<>();
        Set<Long> unreadLeaders = new HashSet<>();
        for (InvRows.Head head : heads) {
            InvRows.Key key = head.key();
            if (key.leader() != self.writer().value()
                    && !known.containsKey(key)
                    && !unreadLeaders.contains(key.leader())) {
                content(head)
                        .ifPresentOrElse(content -> contents.put(key, content), () -> unreadLeaders.add(key.leader()));
            }
        }
        return new Scan(contents, gone(heads), unreadLeaders.isEmpty());
    }

    private Optional<byte[]> content(InvRows.Head head) {
        return head.parts() == 0
                ? Optional.of(head.content())
                : transactions.run(transaction -> InvRows.content(transaction, head));
    }

    /** A row that a scan has not seen is asked for by its key before it counts as gone. */
    private List<InvRows.Key> gone(List<InvRows.Head> heads) {
        Set<InvRows.Key> missing = new HashSet<>(known.keySet());
        heads.forEach(head -> missing.remove(head.key()));
        return missing.isEmpty() ? List.of() : transactions.run(transaction -> InvRows.gone(transaction, missing));
    }

    /** Takes in what was seen. */
    Change take(Scan scan) {
        List<Inv> came = new ArrayList<>();
        List<MalformedInvException> malformed = new ArrayList<>();
        scan.contents().forEach((key, content) -> {
            try {
                came.addAll(take(key, content));
            } catch (MalformedInvException e) {
                known.put(key, List.of());
                malformed.add(e);
            }
        });
        List<RoundId> ended = new ArrayList<>();
        for (InvRows.Key key : scan.gone()) {
            List<RoundId> rounds = known.remove(key);
            if (rounds != null) {
                rounds.forEach(unacknowledged::remove);
                ended.addAll(rounds);
            }
        }
        return new Change(came, ended, malformed);
    }

    private List<Inv> take(InvRows.Key key, byte[] content) throws MalformedInvException {
        List<Inv> invs = InvCodec.decode(new WriterId(key.leader()), content);
        List<RoundId> rounds = invs.stream().map(Inv::round).toList();
        known.put(key, rounds);
        unacknowledged.addAll(rounds);
        return invs;
    }

    /** The acknowledgement of a round, once, while its INV is there. */
    Optional<Ack> acknowledge(RoundId round) {
        return unacknowledged.remove(round)
                ? Optional.of(new Ack(
                        round.writer().value(),
                        round.number(),
                        self.deployment(),
                        self.writer().value()))
                : Optional.empty();
    }

    /** Whether nobody has anything pending here. */
    boolean isEmpty() {
        return known.isEmpty();
    }
}
