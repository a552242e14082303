package io.lambdafs.coordinator.ndb;

import io.lambdafs.store.ndb.cluster.ReadLock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/** The members as one observer knows them, kept by comparing lists; ends those that are silent. Not thread-safe. */
final class Members {
    private static final int MOST_FORMER = 10_000;

    private final Transactions transactions;
    private final LongSupplier ticker;
    private final Silence silence = new Silence();
    private final Map<Registered.Key, Registered> known = new HashMap<>();

    /** Those of whose departure it has been told, or need not be; more than there can be rows of. */
    private final Set<Registered.Key> former = new LinkedHashSet<>();

    private boolean looked;

    Members(Transactions transactions, LongSupplier ticker) {
        this.transactions = transactions;
        this.ticker = ticker;
    }

    /** What changed since the look before. */
    record Change(List<Registered> joined, List<Registered> departed) {}

    /** Looks. */
    Change look() {
        long begun = ticker.getAsLong();
        return found(transactions.run(transaction -> transaction.scan(MemberRows.all(ReadLock.NONE))), begun);
    }

    /** Whether it is a member as far as is known. */
    boolean knows(long writer) {
        return known.keySet().stream().anyMatch(key -> key.writer() == writer);
    }

    /** Takes in the members that were found by a look that began then. */
    Change found(List<Registered> found, long begun) {
        List<Registered> silent = silence.found(found, begun, ticker.getAsLong());
        silent.forEach(member -> transactions.run(transaction -> {
            MemberRows.expire(transaction, member);
            return true;
        }));
        Set<Registered.Key> ended = found.stream()
                .filter(Registered::hasDeparted)
                .map(Registered::key)
                .collect(Collectors.toSet());
        List<Registered> departed = new ArrayList<>(gone(found));
        List<Registered> joined = new ArrayList<>();
        for (Registered member : found) {
            Registered.Key key = member.key();
            boolean news = !known.containsKey(key) && !former.contains(key);
            // Of those who departed before the first look, and of those whose end is in the same list, nothing is told
            // but that.
            if (news && (member.hasDeparted() ? looked : !ended.contains(key))) {
                joined.add(member);
            }
            if (member.hasDeparted() && (news ? looked : known.containsKey(key))) {
                departed.add(member);
            }
        }
        take(joined, departed, ended);
        return new Change(joined, departed);
    }

    private void take(List<Registered> joined, List<Registered> departed, Set<Registered.Key> ended) {
        looked = true;
        joined.forEach(member -> known.put(member.key(), member));
        departed.forEach(member -> known.remove(member.key()));
        departed.forEach(member -> former.add(member.key()));
        former.addAll(ended);
        while (former.size() > MOST_FORMER) {
            former.remove(former.iterator().next());
        }
    }

    /** A row that a scan has not seen is asked for by its key before it counts as gone. */
    private List<Registered> gone(List<Registered> found) {
        Set<Registered.Key> missing = new HashSet<>(known.keySet());
        found.forEach(member -> missing.remove(member.key()));
        if (missing.isEmpty()) {
            return List.of();
        }
        return transactions.run(transaction -> MemberRows.gone(transaction, missing)).stream()
                .map(known::get)
                .toList();
    }
}
