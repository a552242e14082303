package io.lambdafs.testkit.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.fs.Directory;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.Transaction;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What every adapter's transactions must and must not see of each other. */
public abstract class IsolationContract extends StoreContract {
    @Test
    void changes_areSeenByOthersOnlyAfterCommit() {
        Directory d = newDirectory();
        RegularFile f = file(d.id(), "f");
        try (Transaction tx = begin();
                Transaction other = store().beginRead()) {
            tx.inodes().insert(f);
            assertThat(tx.inodes().get(f.id())).contains(f);
            assertThat(other.inodes().get(f.id())).isEmpty();
            tx.commit();
            assertThat(other.inodes().get(f.id())).contains(f);
        }
    }

    @Test
    void ownChanges_areSeenInScansAndPaths() {
        Directory d = newDirectory();
        RegularFile one = insert(file(d.id(), "1"));
        RegularFile two = insert(file(d.id(), "2"));
        try (Transaction tx = begin()) {
            RegularFile three = file(d.id(), "3");
            tx.inodes().insert(three);
            tx.inodes().delete(List.of(one.id()));
            RegularFile longer = two.withLength(7);
            tx.inodes().update(longer);
            assertThat(tx.inodes().children(d.id(), Name.EMPTY, 10)).containsExactly(longer, three);
            assertThat(tx.inodes().resolve(List.of(d.name(), three.name()))).endsWith(three);
        }
    }

    @Test
    void close_withoutCommit_rollsBack() {
        Directory d = newDirectory();
        try (Transaction tx = begin()) {
            tx.inodes().insert(file(d.id(), "f"));
            tx.leases().renew("rolled-back");
        }
        assertThat(readFlag(tx -> tx.inodes().hasChildren(d.id()))).isFalse();
        assertThat(readOptional(tx -> tx.leases().age("rolled-back"))).isEmpty();
    }

    @Test
    void failedTransaction_canOnlyBeClosed() {
        Directory d = newDirectory();
        insert(file(d.id(), "f"));
        try (Transaction tx = begin()) {
            tx.inodes().insert(file(d.id(), "g"));
            assertFails(Kind.DUPLICATE_KEY, () -> {
                tx.inodes().insert(file(d.id(), "f"));
                tx.inodes().get(d.id());
            });
            assertThat(org.assertj.core.api.Assertions.catchThrowable(tx::commit))
                    .isNotNull();
        }
        assertThat(readList(tx -> tx.inodes().children(d.id(), Name.EMPTY, 10)))
                .extracting(INode::name)
                .containsExactly(Name.of("f"));
    }

    @Test
    void changeThatFailsAtTheLatestWithTheCommit_letsNothingBeCommitted() {
        Directory d = newDirectory();
        try (Transaction tx = begin()) {
            tx.inodes().insert(file(d.id(), "f"));
            assertFails(Kind.MISSING_ROW, () -> {
                tx.inodes().update(directory(INodeId.ROOT, "never"));
                tx.commit();
            });
        }
        assertThat(readFlag(tx -> tx.inodes().hasChildren(d.id()))).isFalse();
    }

    @Test
    void readingTransaction_seesWhatIsCommittedAtEachCall() {
        Directory d = newDirectory();
        try (Transaction reader = store().beginRead()) {
            assertThat(reader.inodes().hasChildren(d.id())).isFalse();
            insert(file(d.id(), "f"));
            assertThat(reader.inodes().hasChildren(d.id())).isTrue();
            reader.commit();
        }
    }

    @Test
    void readingTransaction_neitherWritesNorLocks() {
        Directory d = newDirectory();
        assertFails(
                Kind.INTERNAL,
                () -> read(tx -> {
                    tx.inodes().insert(file(d.id(), "f"));
                    return tx;
                }));
        assertFails(
                Kind.INTERNAL, () -> read(tx -> tx.inodes().lock(List.of(new RowLock(INodeId.ROOT, LockMode.SHARED)))));
        assertFails(
                Kind.INTERNAL,
                () -> read(tx -> {
                    tx.leases().renew("reader");
                    return tx;
                }));
        assertThat(readFlag(tx -> tx.inodes().hasChildren(d.id()))).isFalse();
    }

    @Test
    void committedTransaction_isOver() {
        try (Transaction tx = begin()) {
            tx.commit();
            assertFails(Kind.INTERNAL, () -> tx.inodes().get(INodeId.ROOT));
        }
    }

    @Test
    void closedStore_rollsBackAndIsUnavailable() {
        MetadataStore other = openAnother(BOUNDS);
        Directory d = newDirectory();
        try (Transaction tx = other.beginWrite(other.registerWriter("closed"))) {
            tx.inodes().insert(file(d.id(), "f"));
            other.close();
            assertThat(org.assertj.core.api.Assertions.catchThrowable(tx::commit))
                    .isNotNull();
        }
        assertFails(Kind.UNAVAILABLE, () -> other.beginRead().inodes().get(INodeId.ROOT));
        insert(file(d.id(), "f"));
    }

    @Test
    void data_isSeenByAnotherProcess() {
        Directory d = newDirectory();
        try (MetadataStore other = openAnother(BOUNDS);
                Transaction tx = other.beginRead()) {
            assertThat(tx.inodes().get(d.id())).contains(d);
            assertThat(other.identity()).isEqualTo(store().identity());
        }
    }
}
