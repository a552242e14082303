package io.lambdafs.testkit.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.fs.Directory;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriterId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How every adapter's row locks must keep transactions apart, and for how long. */
public abstract class LockingContract extends StoreContract {
    private static RowLock shared(INode inode) {
        return new RowLock(inode.id(), LockMode.SHARED);
    }

    private static RowLock exclusive(INode inode) {
        return new RowLock(inode.id(), LockMode.EXCLUSIVE);
    }

    @Test
    void lock_returnsValuesInOrder_andLeavesOutAbsentOnes() {
        Directory a = newDirectory();
        Directory b = newDirectory();
        write(tx -> assertThat(tx.inodes()
                        .lock(List.of(
                                exclusive(b),
                                new RowLock(newId(), LockMode.EXCLUSIVE),
                                shared(a),
                                new RowLock(INodeId.ROOT, LockMode.NONE),
                                exclusive(a))))
                .extracting(INode::id)
                .containsExactly(b.id(), a.id(), INodeId.ROOT, a.id()));
    }

    @Test
    void sharedLocks_goTogether() {
        Directory d = newDirectory();
        try (Transaction one = begin();
                Transaction two = begin()) {
            one.inodes().lock(List.of(shared(d)));
            assertThat(two.inodes().lock(List.of(shared(d)))).containsExactly(d);
            two.commit();
            one.commit();
        }
    }

    @Test
    void conflictingLock_waitsForItsBoundOnly() {
        Directory d = newDirectory();
        assertConflict(exclusive(d), shared(d));
        assertConflict(exclusive(d), exclusive(d));
        assertConflict(shared(d), exclusive(d));
    }

    private void assertConflict(RowLock first, RowLock second) {
        try (Transaction one = begin();
                Transaction two = beginImpatient()) {
            one.inodes().lock(List.of(first));
            assertFails(Kind.CONFLICT, () -> two.inodes().lock(List.of(second)));
        }
    }

    @Test
    void change_waitsForSharedLock() {
        Directory d = newDirectory();
        try (Transaction one = begin();
                Transaction two = beginImpatient()) {
            one.inodes().lock(List.of(shared(d)));
            assertFails(Kind.CONFLICT, () -> {
                two.inodes().update(d.withAttributes(d.attributes().withModification(1)));
                two.commit();
            });
        }
    }

    @Test
    void lockedRow_canBeReadUnlocked() {
        Directory d = newDirectory();
        try (Transaction tx = begin()) {
            tx.inodes().lock(List.of(exclusive(d)));
            assertThat(readOptional(other -> other.inodes().get(d.id()))).contains(d);
        }
    }

    @Test
    void waiter_seesWhatTheHolderCommitted() {
        Directory d = newDirectory();
        INode changed = d.withAttributes(d.attributes().withModification(77));
        try (Transaction one = begin()) {
            one.inodes().lock(List.of(exclusive(d)));
            Future<List<INode>> waiter =
                    elsewhere(() -> writing(two -> two.inodes().lock(List.of(shared(d)))));
            one.inodes().update(changed);
            one.commit();
            assertThat(outcome(waiter)).containsExactly(changed);
        }
    }

    @Test
    void waiter_seesThatTheHolderDeleted() {
        Directory d = newDirectory();
        try (Transaction one = begin()) {
            one.inodes().lock(List.of(exclusive(d)));
            Future<List<INode>> waiter =
                    elsewhere(() -> writing(two -> two.inodes().lock(List.of(exclusive(d)))));
            one.inodes().delete(List.of(d.id()));
            one.commit();
            assertThat(outcome(waiter)).isEmpty();
        }
    }

    @Test
    void waiter_seesThatTheHolderRenamed() {
        Directory d = newDirectory();
        Directory into = newDirectory();
        INode moved = d.withKey(directory(into.id(), "moved").key());
        try (Transaction one = begin()) {
            one.inodes().lock(List.of(exclusive(d)));
            Future<List<INode>> waiter =
                    elsewhere(() -> writing(two -> two.inodes().lock(List.of(shared(d)))));
            one.inodes().update(moved);
            one.commit();
            assertThat(outcome(waiter)).containsExactly(moved);
        }
    }

    @Test
    void lock_canBeMadeStronger() {
        Directory d = newDirectory();
        try (Transaction one = begin();
                Transaction two = beginImpatient()) {
            one.inodes().lock(List.of(shared(d)));
            one.inodes().lock(List.of(exclusive(d)));
            assertFails(Kind.CONFLICT, () -> two.inodes().lock(List.of(shared(d))));
        }
    }

    @Test
    void deadlock_endsOneAndLetsTheOtherGoOn() throws Exception {
        Directory a = newDirectory();
        Directory b = newDirectory();
        CyclicBarrier bothHoldOne = new CyclicBarrier(2);
        Future<Boolean> one = elsewhere(crossing(bothHoldOne, a, b));
        Future<Boolean> two = elsewhere(crossing(bothHoldOne, b, a));
        int succeeded = (outcome(one) ? 1 : 0) + (outcome(two) ? 1 : 0);
        assertThat(succeeded).isLessThanOrEqualTo(1);
        write(tx -> tx.inodes().lock(List.of(exclusive(a), exclusive(b))));
    }

    private Callable<Boolean> crossing(CyclicBarrier bothHoldOne, INode first, INode second) {
        return () -> {
            try (Transaction tx = beginImpatient()) {
                tx.inodes().lock(List.of(exclusive(first)));
                bothHoldOne.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
                tx.inodes().lock(List.of(exclusive(second)));
                tx.commit();
                return true;
            } catch (StoreException e) {
                assertThat(e.kind()).isEqualTo(Kind.CONFLICT);
                return false;
            }
        };
    }

    /** Inserts a file, and asks for it, until when an adapter may have put that off. */
    private void insertNow(Transaction tx, Directory parent, String name) {
        tx.inodes().insert(file(parent.id(), name));
        assertThat(tx.inodes().hasChildren(parent.id())).isTrue();
    }

    @Test
    void insertOfSameKey_waits_andIsDuplicateIfTheFirstCommits() {
        Directory d = newDirectory();
        try (Transaction one = begin()) {
            insertNow(one, d, "f");
            Future<RegularFile> second = elsewhere(() -> insert(file(d.id(), "f")));
            one.commit();
            assertFails(Kind.DUPLICATE_KEY, () -> outcome(second));
        }
    }

    @Test
    void insertOfSameKey_succeedsIfTheFirstRollsBack() {
        Directory d = newDirectory();
        Future<RegularFile> second;
        try (Transaction one = begin()) {
            insertNow(one, d, "f");
            second = elsewhere(() -> insert(file(d.id(), "f")));
        }
        RegularFile inserted = outcome(second);
        assertThat(readList(tx -> tx.inodes().find(List.of(inserted.key())))).containsExactly(inserted);
    }

    @Test
    void frozenTransaction_isEnded_andFreesItsLocks() {
        Directory d = newDirectory();
        Bounds brief = new Bounds(Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofMillis(1500));
        try (MetadataStore freezing = openAnother(brief)) {
            WriterId frozen = freezing.registerWriter("frozen");
            try (Transaction tx = freezing.beginWrite(frozen)) {
                tx.inodes().lock(List.of(exclusive(d)));
                insertNow(tx, d, "f");
                try (MetadataStore patient = openAnother(
                                new Bounds(Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(15)));
                        Transaction other = patient.beginWrite(patient.registerWriter("patient"))) {
                    assertThat(other.inodes().lock(List.of(exclusive(d)))).containsExactly(d);
                    other.commit();
                }
                StoreException end =
                        org.assertj.core.api.Assertions.catchThrowableOfType(StoreException.class, tx::commit);
                assertThat(end.kind()).isIn(Kind.EXPIRED, Kind.UNAVAILABLE);
            }
            assertThat(readFlag(tx -> tx.inodes().hasChildren(d.id()))).isFalse();
            freezing.beginWrite(frozen).close();
        }
    }

    @Test
    void busyTransaction_isEndedToo() {
        Bounds brief = new Bounds(Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofMillis(300));
        try (MetadataStore busy = openAnother(brief);
                Transaction tx = busy.beginWrite(busy.registerWriter("busy"))) {
            StoreException end = org.assertj.core.api.Assertions.catchThrowableOfType(
                    StoreException.class,
                    () -> eventually(() -> {
                        tx.inodes().get(INodeId.ROOT);
                        return false;
                    }));
            assertThat(end.kind()).isIn(Kind.EXPIRED, Kind.UNAVAILABLE);
        }
    }
}
