package io.lambdafs.testkit.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.fs.Directory;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriterId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** How every adapter must keep a fenced writer from changing anything. */
public abstract class FencingContract extends StoreContract {
    @Test
    void fencedWriter_cannotBegin() {
        WriterId fenced = store().registerWriter("to be fenced");
        store().fence(fenced, PATIENCE);
        assertFails(Kind.FENCED, () -> store().beginWrite(fenced));
        assertFails(Kind.FENCED, () -> store().beginWrite(fenced, newRequest()));
        store().fence(fenced, PATIENCE);
    }

    @Test
    void unknownWriter_cannotBegin_andIsFencedWithoutEffect() {
        WriterId unknown = new WriterId(987_654_321);
        assertFails(Kind.FENCED, () -> store().beginWrite(unknown));
        store().fence(unknown, PATIENCE);
    }

    @Test
    void fence_waitsForTheOpenTransaction_whichMayCommit() {
        WriterId busy = store().registerWriter("busy");
        Directory d = directory(newDirectory().id(), "by-busy");
        try (Transaction tx = store().beginWrite(busy)) {
            tx.inodes().insert(d);
            Future<Boolean> fence = elsewhere(() -> {
                store().fence(busy, PATIENCE);
                return read(other -> other.inodes().get(d.id())).isPresent();
            });
            eventually(() ->
                    store().writers().stream().noneMatch(other -> other.id().equals(busy)));
            assertThat(fence.isDone()).isFalse();
            assertFails(Kind.FENCED, () -> store().beginWrite(busy));
            tx.commit();
            assertThat(outcome(fence))
                    .as("the change is visible when the fence returns")
                    .isTrue();
        }
    }

    @Test
    void fence_thatWaitsTooLong_isAConflict_butHoldsAllTheSame() {
        WriterId slow = store().registerWriter("slow");
        try (Transaction tx = store().beginWrite(slow)) {
            assertFails(Kind.CONFLICT, () -> store().fence(slow, Duration.ofMillis(100)));
            assertFails(Kind.FENCED, () -> store().beginWrite(slow));
            tx.commit();
        }
        store().fence(slow, PATIENCE);
    }

    @Test
    void fence_fromAnotherProcess_works() {
        WriterId here = store().registerWriter("here");
        try (MetadataStore elsewhere = openAnother(BOUNDS)) {
            elsewhere.fence(here, PATIENCE);
        }
        assertFails(Kind.FENCED, () -> store().beginWrite(here));
    }

    @Test
    void fence_leavesOtherWritersAlone() {
        WriterId fenced = store().registerWriter("fenced");
        WriterId other = store().registerWriter("other");
        assertThat(fenced).isNotEqualTo(other);
        try (Transaction tx = store().beginWrite(other)) {
            store().fence(fenced, PATIENCE);
            tx.commit();
        }
        store().beginWrite(other).close();
        assertThat(store().writers())
                .contains(new MetadataStore.Writer(other, "other"))
                .doesNotContain(new MetadataStore.Writer(fenced, "fenced"));
    }

    @Test
    void openWriters_nameWhoHasATransactionOpen() {
        WriterId open = store().registerWriter("open");
        WriterId halfFenced = store().registerWriter("half fenced");
        try (Transaction one = store().beginWrite(open);
                Transaction other = store().beginWrite(halfFenced)) {
            assertThat(one).isNotSameAs(other);
            assertFails(Kind.CONFLICT, () -> store().fence(halfFenced, Duration.ofMillis(100)));
            assertThat(store().openWriters(writer -> true))
                    .extracting(MetadataStore.Writer::id)
                    .contains(open, halfFenced);
            assertThat(store().openWriters(writer -> writer.id().equals(open)))
                    .containsExactly(new MetadataStore.Writer(open, "open"));
        }
    }

    /** A NameNode that starts is a writer before it is a member, and would be fenced by those who start with it. */
    @Test
    void openWriters_askedByManyAtOnce_nameNobodyWithoutATransaction() {
        WriterId idle = store().registerWriter("idle");
        WriterId before = store().registerWriter("before");
        store().beginWrite(before).close();
        Set<WriterId> both = Set.of(idle, before);
        List<Future<Integer>> named = new ArrayList<>();
        for (int asker = 0; asker < 4; asker++) {
            named.add(elsewhere(() -> {
                int count = 0;
                for (int time = 0; time < 20; time++) {
                    count += store().openWriters(writer -> both.contains(writer.id()))
                            .size();
                }
                return count;
            }));
        }
        for (Future<Integer> each : named) {
            assertThat(outcome(each)).isZero();
        }
        store().beginWrite(idle).close();
    }
}
