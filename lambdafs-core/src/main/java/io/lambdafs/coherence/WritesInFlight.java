package io.lambdafs.coherence;

import io.lambdafs.store.WriterId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The writes of this NameNode that have not ended, with the rounds that they lead: those of its former incarnations, and
 * those whose commit is in doubt, included. Implements {@link CoherenceRule#AWAIT_SEALED}.
 */
final class WritesInFlight {
    private final Map<Long, OwnWrite> writes = new LinkedHashMap<>();
    private final Map<RoundId, Round> byId = new HashMap<>();
    private final boolean sealedAwaited;

    WritesInFlight(ProtocolRules rules) {
        sealedAwaited = rules.keeps(CoherenceRule.AWAIT_SEALED);
    }

    void begin(OwnWrite write) {
        if (writes.putIfAbsent(write.number(), write) != null) {
            throw new IllegalStateException("write " + write.number() + " begins twice");
        }
    }

    OwnWrite write(long number) {
        OwnWrite write = writes.get(number);
        if (write == null) {
            throw new IllegalStateException("write " + number + " is not in flight");
        }
        return write;
    }

    /** Ends a write and its rounds. */
    OwnWrite end(long number) {
        OwnWrite write = write(number);
        for (Round round : write.rounds()) {
            if (round.isOpen()) {
                throw new IllegalStateException("write " + number + " ends while its round " + round.id() + " is open");
            }
            byId.remove(round.id());
        }
        writes.remove(number);
        return write;
    }

    void lead(OwnWrite write, Round round) {
        if (byId.putIfAbsent(round.id(), round) != null) {
            throw new IllegalStateException("round " + round.id() + " begins twice");
        }
        write.lead(round);
    }

    Optional<Round> round(RoundId id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** The rounds whose writes have not ended. */
    Set<RoundId> rounds() {
        Set<RoundId> rounds = new TreeSet<>(RoundId.ORDER);
        rounds.addAll(byId.keySet());
        return rounds;
    }

    int roundCount() {
        return byId.size();
    }

    /** The rounds that a write waits for, in the order in which their writes began. */
    List<Round> openRounds() {
        if (byId.isEmpty()) {
            return List.of();
        }
        return writes.values().stream()
                .flatMap(write -> write.rounds().stream())
                .filter(Round::isOpen)
                .toList();
    }

    /** The writes that lead a subtree round which waits for others to end, with that round. */
    List<Map.Entry<OwnWrite, Round>> quiescing() {
        if (byId.isEmpty()) {
            return List.of();
        }
        List<Map.Entry<OwnWrite, Round>> quiescing = new ArrayList<>();
        for (OwnWrite write : writes.values()) {
            for (Round round : write.rounds()) {
                if (round.state() == Round.State.QUIESCING) {
                    quiescing.add(Map.entry(write, round));
                }
            }
        }
        return quiescing;
    }

    boolean leads(long number, RoundId round) {
        OwnWrite write = writes.get(number);
        return write != null && write.leads(round);
    }

    /** Whether a write of this writer is in flight. */
    boolean isBegunBy(WriterId writer) {
        return writes.values().stream().anyMatch(write -> write.writer().equals(writer));
    }

    /** The writes of this writer whose commits are in doubt. */
    List<OwnWrite> inDoubt(WriterId writer) {
        return writes.values().stream()
                .filter(write -> write.isInDoubt() && write.writer().equals(writer))
                .toList();
    }

    /** The scope is about to change: of the writes that depend on it, those that are not sealed will be turned back. */
    void cross(Scope scope) {
        dependingOn(scope).filter(write -> !write.isSealed()).forEach(OwnWrite::cross);
    }

    /** The writes that depend on the scope and may be committing. */
    Stream<OwnWrite> sealed(Scope scope) {
        return sealedAwaited ? dependingOn(scope).filter(OwnWrite::isSealed) : Stream.empty();
    }

    private Stream<OwnWrite> dependingOn(Scope scope) {
        return scope.directories().isEmpty()
                ? Stream.empty()
                : writes.values().stream().filter(write -> write.dependsOn(scope));
    }

    /** The writes under way at or below one of the scope's prefixes. */
    Stream<OwnWrite> below(Scope scope) {
        return scope.isSubtree() ? writes.values().stream().filter(write -> write.isBelow(scope)) : Stream.empty();
    }
}
