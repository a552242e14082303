package io.lambdafs.testkit.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.QuotaCounts;
import io.lambdafs.quota.QuotaCharge;
import io.lambdafs.quota.QuotaLedger;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** How every adapter must keep the details of inodes. */
public abstract class DetailTableContract extends StoreContract {
    private static final DetailKind KIND = DetailKind.EXTENDED_ATTRIBUTE;

    private static Detail detail(INodeId inode, long label, String value) {
        return new Detail(new DetailKey(inode, KIND, label), value.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    private List<Detail> of(INodeId inode) {
        return readList(tx -> tx.details().of(inode, KIND, 0, 100));
    }

    @Test
    void details_areListedByLabel_fromTheOneAskedFor() {
        INodeId inode = newId();
        Detail first = detail(inode, 0, "first");
        Detail second = detail(inode, 7, "second");
        Detail last = detail(inode, Long.MAX_VALUE, "last");
        write(tx -> List.of(last, first, second).forEach(tx.details()::put));
        assertThat(of(inode)).containsExactly(first, second, last);
        assertThat(readList(tx -> tx.details().of(inode, KIND, 1, 1))).containsExactly(second);
        assertThat(readList(tx -> tx.details().of(inode, KIND, 8, 100))).containsExactly(last);
        assertThat(readList(tx -> tx.details().of(inode, KIND, 0, 0))).isEmpty();
        assertThat(of(new INodeId(inode.value() + 1))).isEmpty();
    }

    @Test
    void put_replacesTheDetailWithItsKey() {
        INodeId inode = newId();
        write(tx -> {
            tx.details().put(detail(inode, 1, "old"));
            tx.details().put(detail(inode, 1, "newer"));
        });
        assertThat(of(inode)).containsExactly(detail(inode, 1, "newer"));
        write(tx -> tx.details().put(detail(inode, 1, "")));
        assertThat(of(inode)).containsExactly(detail(inode, 1, ""));
    }

    @Test
    void value_mayHaveAnyBytes_andTheGreatestSize() {
        byte[] value = new byte[Detail.MAX_BYTES];
        for (int i = 0; i < value.length; i++) {
            value[i] = (byte) i;
        }
        Detail large = new Detail(new DetailKey(newId(), KIND, 3), value);
        write(tx -> tx.details().put(large));
        assertThat(readList(tx -> tx.details().get(List.of(large.key())))).containsExactly(large);
        byte[] longer = Arrays.copyOf(value, value.length + 1);
        assertFails(Kind.INTERNAL, () -> new Detail(large.key(), longer));
    }

    @Test
    void get_leavesOutWhatIsAbsent() {
        INodeId inode = newId();
        Detail present = detail(inode, 2, "present");
        write(tx -> tx.details().put(present));
        List<DetailKey> keys = List.of(present.key(), new DetailKey(inode, KIND, 4), present.key());
        assertThat(readList(tx -> tx.details().get(keys))).containsExactly(present);
        assertThat(readList(tx -> tx.details().get(List.of()))).isEmpty();
    }

    @Test
    void transaction_seesItsOwnChanges_andNobodyElseDoes() {
        INodeId inode = newId();
        Detail kept = detail(inode, 1, "kept");
        Detail dropped = detail(inode, 2, "dropped");
        write(tx -> tx.details().put(dropped));
        try (Transaction tx = begin()) {
            tx.details().put(kept);
            tx.details().delete(List.of(dropped.key()));
            assertThat(tx.details().of(inode, KIND, 0, 100)).containsExactly(kept);
            assertThat(tx.details().get(List.of(kept.key(), dropped.key()))).containsExactly(kept);
            assertThat(of(inode)).containsExactly(dropped);
        }
        assertThat(of(inode)).containsExactly(dropped);
    }

    @Test
    void delete_passesOverWhatIsAbsent() {
        INodeId inode = newId();
        Detail one = detail(inode, 1, "one");
        Detail other = detail(inode, 2, "other");
        write(tx -> List.of(one, other).forEach(tx.details()::put));
        write(tx -> tx.details().delete(List.of(one.key(), new DetailKey(inode, KIND, 9))));
        assertThat(of(inode)).containsExactly(other);
    }

    @Test
    void deleteOf_takesAllDetailsOfTheInodes_andNoOthers() {
        INodeId one = newId();
        INodeId other = newId();
        INodeId spared = newId();
        Detail left = detail(spared, 1, "spared");
        write(tx -> {
            tx.details().put(detail(one, 1, "a"));
            tx.details().put(detail(one, Long.MAX_VALUE, "b"));
            tx.details().put(detail(other, 0, "c"));
            tx.details().put(left);
        });
        write(tx -> tx.details().deleteOf(List.of(one, other, newId())));
        assertThat(of(one)).isEmpty();
        assertThat(of(other)).isEmpty();
        assertThat(of(spared)).containsExactly(left);
    }

    @Test
    void lock_keepsOthersOut_untilTheTransactionEnds() {
        INodeId inode = newId();
        Detail contended = detail(inode, 1, "before");
        write(tx -> tx.details().put(contended));
        List<DetailKey> keys = List.of(contended.key());
        try (Transaction tx = begin()) {
            assertThat(tx.details().lock(keys)).containsExactly(contended);
            try (Transaction other = beginImpatient()) {
                assertFails(Kind.CONFLICT, () -> other.details().lock(keys));
            }
            tx.details().put(detail(inode, 1, "after"));
            tx.commit();
        }
        assertThat(writeList(tx -> tx.details().lock(keys))).containsExactly(detail(inode, 1, "after"));
    }

    @Test
    void lock_returnsInTheOrderAskedFor_andLeavesOutWhatIsAbsent() {
        INodeId inode = newId();
        Detail first = detail(inode, 1, "first");
        Detail second = detail(inode, 2, "second");
        write(tx -> List.of(first, second).forEach(tx.details()::put));
        List<DetailKey> keys = List.of(second.key(), new DetailKey(inode, KIND, 5), first.key());
        assertThat(writeList(tx -> tx.details().lock(keys))).containsExactly(second, first);
    }

    /** Writers that count against a quota, each until it is refused: together they use all of it, and no more. */
    @Test
    void quota_isUsedUpByConcurrentWriters_andNotExceeded() {
        Directory directory = limited(QuotaCounts.NO_LIMITS.with(QuotaCounts.NAMES, 40));
        write(tx -> QuotaLedger.open(tx, directory.id(), limits(directory), QuotaCounts.of(1, 0)));
        List<Future<Integer>> writers = new ArrayList<>();
        for (int number = 0; number < 3; number++) {
            int first = 1000 * number;
            writers.add(elsewhere(() -> chargeUntilRefused(directory, first)));
        }
        int charged = 0;
        for (Future<Integer> writer : writers) {
            charged += outcome(writer);
        }
        assertThat(charged).isEqualTo(39);
        QuotaCounts used = read(tx -> QuotaLedger.used(tx, directory.id()));
        assertThat(used).isEqualTo(QuotaCounts.of(40, 39 * 7));
        write(tx -> charge(tx, directory, 0, QuotaCounts.of(-2, 0)));
        assertThat(chargeUntilRefused(directory, 0)).isEqualTo(2);
        write(tx -> QuotaLedger.close(tx, directory.id()));
        assertThat(readList(tx -> tx.details().of(directory.id(), DetailKind.QUOTA_SHARD, 0, 100)))
                .isEmpty();
    }

    private Directory limited(QuotaCounts limits) {
        Directory any = directory(INodeId.ROOT, "limited");
        return any.withAttributes(
                any.attributes().withFeatures(any.attributes().features().withQuota(limits)));
    }

    private static QuotaCounts limits(Directory directory) {
        return directory.attributes().features().quota();
    }

    private static void charge(Transaction tx, Directory directory, long spread, QuotaCounts delta) {
        QuotaLedger.charge(tx, spread, List.of(new QuotaCharge(directory, FsPath.parse("/limited"), delta, true)));
    }

    private int chargeUntilRefused(Directory directory, int first) {
        for (int charged = 0, conflicts = 0; ; ) {
            try {
                int spread = first + charged;
                // Two that each want a lock of the other's find out soon.
                try (Transaction tx = beginImpatient()) {
                    charge(tx, directory, spread, QuotaCounts.of(1, 7));
                    tx.commit();
                }
                charged++;
            } catch (FsException refused) {
                assertThat(refused.code()).isEqualTo(ErrorCode.NAMES_QUOTA_EXCEEDED);
                return charged;
            } catch (StoreException conflict) {
                // Another one took the room of the shard between the look and the lock, and both want all shards.
                assertThat(conflict.kind()).isEqualTo(Kind.CONFLICT);
                assertThat(++conflicts).isLessThan(1000);
            }
        }
    }
}
