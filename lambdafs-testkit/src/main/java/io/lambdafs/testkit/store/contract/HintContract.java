package io.lambdafs.testkit.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.block.BlockInfo;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.store.KeyLock;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriteHint;
import io.lambdafs.store.WriterId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A hint, right or wrong, must not change what a transaction sees and does. */
public abstract class HintContract extends StoreContract {
    private static WriteHint locking(INodeKey... keys) {
        return locking(LockMode.EXCLUSIVE, keys);
    }

    private static WriteHint locking(LockMode mode, INodeKey... keys) {
        List<KeyLock> locks = Stream.of(keys).map(key -> new KeyLock(key, mode)).toList();
        return new WriteHint(FsPath.ROOT, locks, Optional.empty(), Optional.empty());
    }

    private Transaction begin(WriteHint hint) {
        return store().beginWrite(writer(), newRequest(), hint);
    }

    private static INodeKey entry(Directory directory, String name) {
        return new INodeKey(directory.id(), Name.of(name));
    }

    private static INode changed(INode inode) {
        return inode.withAttributes(inode.attributes().withPermission(new Permission(0)));
    }

    private static List<INode> lock(Transaction tx, LockMode mode, INodeId... ids) {
        return tx.inodes().lock(Stream.of(ids).map(id -> new RowLock(id, mode)).toList());
    }

    private void assertLockedByOther(INodeId id) {
        try (Transaction other = beginImpatient()) {
            assertFails(Kind.CONFLICT, () -> lock(other, LockMode.SHARED, id));
        }
    }

    @Test
    void whatIsHintedAt_isFoundAndLocked() {
        Directory d = newDirectory();
        RegularFile f = insert(openFile(d.id(), "f", "hinting"));
        BlockInfo block = block(f.id(), 0);
        write(tx -> {
            tx.blocks().insert(block);
            tx.leases().renew("hinting");
        });
        WriteHint hint = new WriteHint(
                FsPath.ROOT, locking(d.key(), f.key()).locks(), Optional.of(f.key()), Optional.of("hinting"));
        try (Transaction tx = begin(hint)) {
            assertThat(tx.priorOutcome()).isEmpty();
            assertThat(tx.inodes().find(List.of(f.key(), d.key()))).containsExactlyInAnyOrder(d, f);
            assertThat(lock(tx, LockMode.EXCLUSIVE, f.id(), d.id())).containsExactly(f, d);
            assertThat(tx.blocks().ofFiles(List.of(f.id()))).containsExactly(block);
            assertThat(tx.leases().age("hinting")).isPresent();
            assertThat(tx.leases().age("another")).isEmpty();
            assertLockedByOther(d.id());
            assertLockedByOther(f.id());
            tx.commit();
        }
    }

    @Test
    void whatTheTransactionChanges_isSeen() {
        Directory d = newDirectory();
        RegularFile f = insert(file(d.id(), "f"));
        RegularFile made = file(d.id(), "made");
        WriteHint hint = new WriteHint(
                FsPath.ROOT,
                locking(d.key(), f.key(), made.key()).locks(),
                Optional.of(f.key()),
                Optional.of("renewing"));
        try (Transaction tx = begin(hint)) {
            assertThat(tx.inodes().find(List.of(made.key()))).isEmpty();
            tx.inodes().insert(made);
            assertThat(tx.inodes().find(List.of(made.key()))).containsExactly(made);
            INode changed = changed(d);
            tx.inodes().update(changed);
            assertThat(lock(tx, LockMode.EXCLUSIVE, d.id())).containsExactly(changed);
            BlockInfo block = block(f.id(), 0);
            tx.blocks().insert(block);
            assertThat(tx.blocks().ofFiles(List.of(f.id()))).containsExactly(block);
            tx.leases().renew("renewing");
            assertThat(tx.leases().age("renewing")).isPresent();
            tx.inodes().delete(List.of(f.id()));
            assertThat(tx.inodes().find(List.of(f.key(), d.key()))).containsExactly(changed);
            tx.commit();
        }
        assertThat(readList(tx -> tx.inodes().find(List.of(made.key())))).containsExactly(made);
    }

    @Test
    void nameThatWasAbsent_isSeenWhenAnotherTransactionAddsIt() {
        Directory d = newDirectory();
        try (Transaction tx = begin(locking(entry(d, "late")))) {
            RegularFile late = insert(file(d.id(), "late"));
            assertThat(tx.inodes().find(List.of(late.key()))).containsExactly(late);
            assertThat(lock(tx, LockMode.EXCLUSIVE, late.id())).containsExactly(late);
        }
    }

    @Test
    void rowThatAnotherTransactionChangesMeanwhile_isSeenAsItIsThen() {
        Directory d = newDirectory();
        INode changed = changed(d);
        Future<List<INode>> waiting;
        try (Transaction first = begin()) {
            lock(first, LockMode.EXCLUSIVE, d.id());
            waiting = elsewhere(() -> {
                try (Transaction tx = begin(locking(d.key()))) {
                    return lock(tx, LockMode.EXCLUSIVE, d.id());
                }
            });
            first.inodes().update(changed);
            first.commit();
        }
        assertThat(outcome(waiting)).containsExactly(changed);
    }

    @Test
    void rowThatHasAnotherKeyByNow_isNotFoundByTheHintedOne() {
        Directory d = newDirectory();
        RegularFile f = insert(file(d.id(), "old"));
        INode moved = f.withKey(entry(d, "new"));
        write(tx -> tx.inodes().update(moved));
        try (Transaction tx = begin(locking(d.key(), f.key()))) {
            assertThat(tx.inodes().find(List.of(f.key()))).isEmpty();
            assertThat(tx.inodes().find(List.of(f.key(), moved.key()))).containsExactly(moved);
            assertThat(lock(tx, LockMode.EXCLUSIVE, d.id(), f.id())).containsExactly(d, moved);
        }
    }

    @Test
    void lockThatIsStrongerThanHinted_isTaken() {
        Directory d = newDirectory();
        try (Transaction tx = begin(locking(LockMode.SHARED, d.key()))) {
            try (Transaction other = begin()) {
                assertThat(lock(other, LockMode.SHARED, d.id())).containsExactly(d);
            }
            assertThat(lock(tx, LockMode.EXCLUSIVE, d.id())).containsExactly(d);
            assertLockedByOther(d.id());
        }
    }

    @Test
    void rowHintedUnlocked_isSeenAsItIsWhenAskedFor() {
        Directory d = newDirectory();
        INode changed = changed(d);
        try (Transaction tx = begin(locking(LockMode.NONE, d.key()))) {
            write(other -> other.inodes().update(changed));
            assertThat(tx.inodes().find(List.of(d.key()))).containsExactly(changed);
        }
    }

    @Test
    void lockHeldByAnother_isAConflict_andNothingStaysBehind() {
        Directory d = newDirectory();
        try (Transaction holder = begin()) {
            lock(holder, LockMode.EXCLUSIVE, d.id());
            assertFails(Kind.CONFLICT, () -> {
                try (Transaction tx = impatient().beginWrite(writer(), newRequest(), locking(d.key()))) {
                    lock(tx, LockMode.EXCLUSIVE, d.id());
                }
            });
        }
        try (Transaction tx = impatient().beginWrite(writer(), newRequest(), locking(d.key()))) {
            assertThat(lock(tx, LockMode.EXCLUSIVE, d.id())).containsExactly(d);
        }
    }

    @Test
    void fencedWriter_isRefusedWithAHintToo() {
        Directory d = newDirectory();
        WriterId fenced = store().registerWriter("hinting");
        store().fence(fenced, Duration.ofSeconds(5));
        assertFails(Kind.FENCED, () -> store().beginWrite(fenced, newRequest(), locking(d.key())));
    }
}
