package io.lambdafs.coordinator.ndb;

import io.lambdafs.coherence.Inv;
import io.lambdafs.coherence.Member;
import io.lambdafs.coherence.RoundId;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.ndb.cluster.OperationBatch;
import io.lambdafs.store.ndb.cluster.ReadLock;
import io.lambdafs.store.ndb.cluster.ScanGroup;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A member: its registration, what it says, and what it hears of members, INVs and acknowledgements by looking. Used by one
 * thread; failures are the store's, and what failed is done again at the next turn.
 *
 * <pre>
 * Why a join misses nothing, and no two wait for each other. One transaction lists the members and registers, and of those
 * there is one at a time: so of two members that join at once, the later has the other in its list, and the other finds it
 * at one of its next looks. INVs are listed after the registration.
 *
 * Why nothing is heard of a member before it joined or after it departed. A look lists INVs, acknowledgements and members
 * side by side; if something is of a stranger, members are listed once more: it registered before, so it is found if it is
 * alive. A departure is told only after the INVs of the next look: they are listed when the row is gone, and nothing is
 * published without the row.
 *
 * Why nothing seems gone that is not. A scan without locks may pass over a row whose transaction is being completed by
 * another node after a failure. So what is missing is asked for by its key, with a lock.
 * </pre>
 */
final class NdbMembership {
    private static final Logger log = LoggerFactory.getLogger(NdbMembership.class);
    private static final int MOST_ROWS = 512;
    private static final int MOST_ACKS = 10_000;

    private final Member self;
    private final Transactions transactions;
    private final LongSupplier ticker;
    private final NotifiedListener told;
    private final OwnRow row;
    private final Members members;
    private final NdbFollowedInvs followed;
    private final LedRounds led;
    private final List<Consumer<OperationBatch>> unsent = new ArrayList<>();
    /** Whose INVs are not needed any more. */
    private final Deque<WriterId> fenced = new ArrayDeque<>();

    /** The writers that hear no acknowledgement any more. */
    private final Deque<WriterId> unheard = new ArrayDeque<>();

    private List<Registered> departing = List.of();

    NdbMembership(Member self, NdbSession.Settings settings, NotifiedListener told, OwnRow row) {
        this.self = self;
        transactions = settings.transactions();
        ticker = settings.ticker();
        members = new Members(transactions, ticker);
        this.told = told;
        this.row = row;
        followed = new NdbFollowedInvs(self, transactions);
        led = new LedRounds(row, told, unsent::add);
    }

    /** Whether the cluster answers. */
    void reach() {
        transactions.run(transaction -> transaction.scan(MemberRows.all(ReadLock.NONE)));
    }

    /** The members and the INVs that are there when a member registers. */
    record Found(Set<Member> others, Set<Inv> existing) {}

    /**
     * Registers.
     *
     * @throws IllegalStateException if there is an INV that cannot be read
     */
    Found register() {
        List<Ack> acksBefore = transactions.run(transaction -> transaction.scan(Ack.any(MOST_ACKS)));
        long begun = ticker.getAsLong();
        List<Registered> before = row.register();
        List<Inv> existing = existing();
        Set<Member> others = members.found(before, begun).joined().stream()
                .map(Registered::member)
                .collect(Collectors.toSet());
        sweepAcks(acksBefore, others);
        return new Found(others, Set.copyOf(existing));
    }

    private List<Inv> existing() {
        List<Inv> existing = new ArrayList<>();
        boolean complete = false;
        while (!complete) {
            NdbFollowedInvs.Scan scan = followed.see(heads());
            NdbFollowedInvs.Change change = followed.take(scan);
            if (!change.malformed().isEmpty()) {
                throw new IllegalStateException(
                        "an INV that is there cannot be read: is another version in this cluster?",
                        change.malformed().get(0));
            }
            existing.addAll(change.came());
            existing.removeIf(inv -> change.ended().contains(inv.round()));
            complete = scan.complete();
        }
        return existing;
    }

    private List<InvRows.Head> heads() {
        return ascending(transactions.run(transaction -> transaction.scan(InvRows.to(self.deployment()))));
    }

    private static List<InvRows.Head> ascending(List<InvRows.Head> heads) {
        List<InvRows.Head> ascending = new ArrayList<>(heads);
        Collections.reverse(ascending);
        return ascending;
    }

    /** Removes what was acknowledged to those who are gone; it was listed before the members were. */
    private void sweepAcks(List<Ack> acks, Set<Member> present) {
        Set<Long> alive =
                present.stream().map(member -> member.writer().value()).collect(Collectors.toSet());
        acks.stream()
                .filter(ack -> !alive.contains(ack.leader()))
                .filter(ack -> ack.leader() != self.writer().value())
                .forEach(ack -> unsent.add(ack::remove));
    }

    /** Whether what others do is waited for just now. */
    boolean isBusy() {
        return led.areOpen() || !followed.isEmpty();
    }

    void publish(List<OwnRound> rounds) {
        led.take(rounds);
        led.publish();
    }

    void acknowledge(RoundId round) {
        // One that has departed hears nothing, and nobody would remove it.
        if (members.knows(round.writer().value())) {
            followed.acknowledge(round).ifPresent(ack -> unsent.add(ack::insert));
        }
    }

    void end(RoundId round) {
        led.end(round);
    }

    /** Its leader is fenced: none of its INVs is needed any more. */
    void remove(RoundId round) {
        if (!fenced.contains(round.writer())) {
            fenced.add(round.writer());
        }
    }

    void acknowledgeJoin(WriterId joiner) {
        if (members.knows(joiner.value())) {
            Ack ack = new Ack(
                    joiner.value(), Ack.JOIN, self.deployment(), self.writer().value());
            unsent.add(ack::insert);
        }
    }

    /** Carries out what waits; gives a sign of life if there was none for that long. */
    void send(long longestSilenceNanos) {
        if (!unsent.isEmpty() || row.silentNanos() > longestSilenceNanos) {
            List<Consumer<OperationBatch>> some = List.copyOf(unsent.subList(0, Math.min(MOST_ROWS, unsent.size())));
            row.write(batch -> some.forEach(operation -> operation.accept(batch)));
            unsent.subList(0, some.size()).clear();
        }
        while (!fenced.isEmpty()) {
            sweepInvs(fenced.element());
            unheard.add(fenced.remove());
        }
        while (!unheard.isEmpty()) {
            sweepAcks(unheard.element());
            unheard.remove();
        }
    }

    /** Whether something waits to be carried out. */
    boolean hasUnsent() {
        return !unsent.isEmpty() || !fenced.isEmpty() || !unheard.isEmpty();
    }

    private void sweepInvs(WriterId leader) {
        List<InvRows.Head> some;
        do {
            some = transactions.run(transaction -> {
                List<InvRows.Head> found = InvRows.of(transaction, leader.value(), MOST_ROWS);
                OperationBatch batch = new OperationBatch();
                found.forEach(head -> InvRows.remove(batch, head.key(), head.parts()));
                transaction.commit(batch);
                return found;
            });
        } while (some.size() == MOST_ROWS);
    }

    private void sweepAcks(WriterId leader) {
        transactions.run(transaction -> {
            OperationBatch batch = new OperationBatch();
            transaction.scan(Ack.to(leader.value(), MOST_ACKS)).forEach(ack -> ack.remove(batch));
            transaction.commit(batch);
            return true;
        });
    }

    /**
     * Looks at what there is, and tells what has changed; says whether to look again at once. Nothing is taken in before
     * all has been read: a look that fails is as if it had not been.
     *
     * @throws StoreException of kind MISSING_ROW if the own registration is gone
     */
    boolean look() {
        Glance glance = glance();
        NdbFollowedInvs.Scan scan = followed.see(glance.heads());
        Members.Change change = members(glance);
        if (change.departed().stream().anyMatch(gone -> gone.key().equals(row.key()))) {
            throw new StoreException(Kind.MISSING_ROW, "somebody removed the registration");
        }
        change.joined().stream()
                .filter(joined -> !joined.key().equals(row.key()))
                .forEach(joined -> told.tell(listener -> listener.joined(joined.member())));
        NdbFollowedInvs.Change invs = followed.take(scan);
        invs.came().forEach(inv -> told.tell(listener -> listener.inv(inv)));
        glance.acks().forEach(led::acknowledged);
        invs.ended().forEach(round -> told.tell(listener -> listener.ended(round)));
        // They are not acknowledged, so that their leaders do not commit: nobody here could honour them.
        invs.malformed()
                .forEach(cause -> log.atError()
                        .setMessage("an INV cannot be read and is not acknowledged")
                        .setCause(cause)
                        .log());
        if (scan.complete()) {
            departing.forEach(this::departed);
            departing = List.of();
        }
        departing =
                Stream.concat(departing.stream(), change.departed().stream()).toList();
        return !departing.isEmpty();
    }

    /** What one round trip shows, which began then. */
    private record Glance(List<InvRows.Head> heads, List<Ack> acks, List<Registered> members, long begunNanos) {}

    private Glance glance() {
        long begun = ticker.getAsLong();
        return transactions.run(transaction -> {
            ScanGroup group = new ScanGroup();
            ScanGroup.Result<InvRows.Head> heads = group.add(InvRows.to(self.deployment()));
            ScanGroup.Result<Ack> acks = group.add(Ack.to(self.writer().value(), MOST_ACKS));
            ScanGroup.Result<Registered> found = group.add(MemberRows.all(ReadLock.NONE));
            transaction.scan(group);
            return new Glance(ascending(heads.rows()), acks.rows(), found.rows(), begun);
        });
    }

    /** The members, looked for once more if an INV or an acknowledgement is of one who is none yet. */
    private Members.Change members(Glance glance) {
        Set<Long> present = glance.members().stream()
                .map(found -> found.member().writer().value())
                .collect(Collectors.toSet());
        boolean strangers = Stream.concat(
                        glance.heads().stream().map(head -> head.key().leader()),
                        glance.acks().stream().map(Ack::member))
                .anyMatch(writer -> !present.contains(writer) && !members.knows(writer));
        return strangers ? members.look() : members.found(glance.members(), glance.begunNanos());
    }

    private void departed(Registered gone) {
        WriterId writer = gone.member().writer();
        told.tell(listener -> listener.departed(writer));
        // Every member does: so whatever one has acknowledged that is alive is removed by itself at the latest.
        unheard.add(writer);
    }

    /** Ends the registration and removes what others said to this member; its INVs stay. */
    void leave() {
        // First what is of no use without the registration: if that is gone, the rest is done.
        sweepAcks(self.writer());
        row.leave();
        sweepAcks(self.writer());
    }
}
