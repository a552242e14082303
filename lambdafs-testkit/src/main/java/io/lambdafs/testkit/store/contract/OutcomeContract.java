package io.lambdafs.testkit.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.fs.Directory;
import io.lambdafs.store.RetryPolicy;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.TransactionRunner;
import io.lambdafs.wire.RequestId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How every adapter must ensure that a request has at most one outcome. */
public abstract class OutcomeContract extends StoreContract {
    private Optional<byte[]> prior(RequestId request) {
        try (Transaction tx = store().beginWrite(writer(), request)) {
            return tx.priorOutcome();
        }
    }

    @Test
    void outcome_isSeenByALaterTransactionOfTheRequest() {
        RequestId request = newRequest();
        byte[] outcome = new byte[5000];
        new Random(42).nextBytes(outcome);
        assertThat(prior(request)).isEmpty();
        try (Transaction tx = store().beginWrite(writer(), request)) {
            tx.recordOutcome(outcome);
            tx.commit();
        }
        assertThat(prior(request)).hasValueSatisfying(found -> assertThat(found).isEqualTo(outcome));
        assertThat(prior(new RequestId(request.client(), request.sequence() + 1)))
                .isEmpty();
    }

    @Test
    void outcome_isGoneWithARollback() {
        RequestId request = newRequest();
        try (Transaction tx = store().beginWrite(writer(), request)) {
            tx.recordOutcome(new byte[] {1});
        }
        assertThat(prior(request)).isEmpty();
    }

    @Test
    void outcome_isRecordedOnce_andOnlyForARequest() {
        try (Transaction tx = begin()) {
            assertFails(Kind.INTERNAL, () -> tx.recordOutcome(new byte[] {1}));
        }
        try (Transaction tx = store().beginWrite(writer(), newRequest())) {
            tx.recordOutcome(new byte[] {1});
            assertFails(Kind.INTERNAL, () -> tx.recordOutcome(new byte[] {2}));
        }
    }

    @Test
    void secondTransactionOfARequest_waits_andSeesTheFirstsOutcome() {
        RequestId request = newRequest();
        try (Transaction first = store().beginWrite(writer(), request)) {
            Future<Optional<byte[]>> second = elsewhere(() -> prior(request));
            first.recordOutcome(new byte[] {42});
            first.commit();
            assertThat(outcome(second))
                    .hasValueSatisfying(found -> assertThat(found).isEqualTo(new byte[] {42}));
        }
    }

    @Test
    void secondTransactionOfARequest_runsIfTheFirstAborts() {
        RequestId request = newRequest();
        Future<Optional<byte[]>> second;
        try (Transaction first = store().beginWrite(writer(), request)) {
            first.recordOutcome(new byte[] {42});
            second = elsewhere(() -> prior(request));
        }
        assertThat(outcome(second)).isEmpty();
    }

    @Test
    void secondTransactionOfARequest_waitsForItsBoundOnly() {
        RequestId request = newRequest();
        try (Transaction first = store().beginWrite(writer(), request)) {
            assertThat(first.priorOutcome()).isEmpty();
            assertFails(Kind.CONFLICT, () -> impatient().beginWrite(writer(), request));
        }
    }

    @Test
    void manyResubmissionsAtOnce_runTheWorkOnce() {
        RequestId request = newRequest();
        Directory d = newDirectory();
        TransactionRunner runner = new TransactionRunner(
                store(), new RetryPolicy(50, Duration.ofMillis(1), Duration.ofMillis(5)), pause -> {}, new Random(42));
        List<Future<byte[]>> submissions = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            byte number = (byte) i;
            submissions.add(elsewhere(() -> runner.writeOnce(writer(), request, tx -> {
                tx.inodes().insert(file(d.id(), "by-" + number));
                return new byte[] {number};
            })));
        }
        byte[] outcome = outcome(submissions.get(0));
        assertThat(submissions).allSatisfy(one -> assertThat(outcome(one)).isEqualTo(outcome));
        assertThat(readList(tx -> tx.inodes().children(d.id(), io.lambdafs.fs.Name.EMPTY, 10)))
                .hasSize(1);
    }

    /** So many insertions that an adapter which puts them off sends them at different moments. */
    @Test
    void requestThatFindsAKeyTaken_runsAgain() {
        Directory d = newDirectory();
        insert(file(d.id(), "taken"));
        TransactionRunner runner = new TransactionRunner(
                store(), new RetryPolicy(2, Duration.ofMillis(1), Duration.ofMillis(5)), pause -> {}, new Random(42));
        for (int others = 0; others < 10; others++) {
            int inserted = others;
            AtomicInteger attempts = new AtomicInteger();
            byte[] outcome = runner.writeOnce(writer(), newRequest(), tx -> {
                boolean first = attempts.incrementAndGet() == 1;
                tx.inodes().insert(file(d.id(), first ? "taken" : "free-" + inserted));
                for (int i = 0; i < inserted; i++) {
                    tx.inodes().insert(file(d.id(), inserted + "-" + i));
                }
                return new byte[] {(byte) attempts.get()};
            });
            assertThat(outcome).containsExactly(2);
        }
        assertThat(readList(tx -> tx.inodes().children(d.id(), io.lambdafs.fs.Name.EMPTY, 100)))
                .hasSize(1 + 10 + 45);
    }

    private long readNow() {
        try (Transaction tx = store().beginRead()) {
            return tx.nowMillis();
        }
    }

    @Test
    void time_ofATransaction_isOfTheStoresClock() {
        long before = readNow();
        long during;
        try (Transaction tx = store().beginWrite(writer(), newRequest())) {
            during = tx.nowMillis();
        }
        assertThat(before).isPositive();
        assertThat(during).isBetween(before, readNow());
    }

    /** Otherwise a request might begin long after an outcome that it waited for was looked up. */
    @Test
    void time_ofATransactionThatWaited_isThatOfTheLookUp() {
        RequestId request = newRequest();
        Future<Long> second;
        long end;
        try (Transaction first = store().beginWrite(writer(), request)) {
            second = elsewhere(() -> {
                try (Transaction tx = store().beginWrite(writer(), request)) {
                    assertThat(tx.priorOutcome()).isPresent();
                    return tx.nowMillis();
                }
            });
            first.recordOutcome(new byte[] {42});
            end = readNow();
            first.commit();
        }
        assertThat(outcome(second)).isGreaterThanOrEqualTo(end);
    }

    @Test
    void purge_deletesOldOutcomesOnly() {
        RequestId request = newRequest();
        try (Transaction tx = store().beginWrite(writer(), request)) {
            tx.recordOutcome(new byte[0]);
            tx.commit();
        }
        assertThat(writeNumber(tx -> tx.outcomes().purge(Duration.ofHours(1), 100)))
                .isZero();
        assertThat(prior(request)).isPresent();
        eventually(() -> writing(tx -> tx.outcomes().purge(Duration.ofMillis(1), 100)) > 0
                || prior(request).isEmpty());
        eventually(() -> {
            writing(tx -> tx.outcomes().purge(Duration.ofMillis(1), 1));
            return prior(request).isEmpty();
        });
    }
}
