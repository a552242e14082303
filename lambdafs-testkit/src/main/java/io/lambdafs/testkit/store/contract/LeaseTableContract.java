package io.lambdafs.testkit.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.store.Transaction;
import java.time.Duration;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What every adapter's lease table must do. */
public abstract class LeaseTableContract extends StoreContract {
    /** Longer than a busy machine takes from a renewal to the removal that must not see it as old. */
    private static final Duration OLD = Duration.ofMillis(1500);

    private Duration age(String client) {
        return read(tx -> tx.leases().age(client)).orElseThrow();
    }

    @Test
    void lease_ages_untilRenewed() {
        write(tx -> tx.leases().renew("ages"));
        eventually(() -> age("ages").compareTo(Duration.ofMillis(60)) > 0);
        eventually(() -> {
            write(tx -> tx.leases().renew("ages"));
            return age("ages").compareTo(Duration.ofMillis(60)) < 0;
        });
        assertThat(age("ages")).isGreaterThanOrEqualTo(Duration.ZERO);
    }

    @Test
    void lease_thatIsNotThere_hasNoAge() {
        assertThat(readOptional(tx -> tx.leases().age("nobody"))).isEmpty();
    }

    @Test
    void expired_comeOldestFirst() {
        write(tx -> tx.leases().renew("expired-1"));
        eventually(() -> !age("expired-1").isZero());
        write(tx -> tx.leases().renew("expired-2"));
        eventually(
                () -> read(tx -> tx.leases().expired(Duration.ofMillis(1), 100)).contains("expired-2"));
        assertThat(readList(tx -> tx.leases().expired(Duration.ofMillis(1), 100)))
                .containsSubsequence("expired-1", "expired-2");
        assertThat(readList(tx -> tx.leases().expired(Duration.ofMillis(1), 1))).hasSize(1);
        assertThat(readList(tx -> tx.leases().expired(Duration.ofHours(1), 100)))
                .isEmpty();
    }

    @Test
    void remove_forgetsALeaseThatIsOldEnough() {
        write(tx -> tx.leases().renew("removed"));
        write(tx -> tx.leases().remove("removed", Duration.ofHours(1)));
        assertThat(readOptional(tx -> tx.leases().age("removed"))).isPresent();
        write(tx -> tx.leases().remove("removed", Duration.ZERO));
        assertThat(readOptional(tx -> tx.leases().age("removed"))).isEmpty();
        write(tx -> tx.leases().remove("removed", Duration.ZERO));
    }

    @Test
    void remove_leavesALeaseThatIsRenewedMeanwhile() {
        write(tx -> tx.leases().renew("back"));
        eventually(() -> age("back").compareTo(OLD) > 0);
        Future<?> removal;
        try (Transaction tx = begin()) {
            tx.leases().renew("back");
            // What an adapter has kept for later is carried out with this.
            tx.leases().age("back");
            removal = elsewhere(() -> {
                write(other -> other.leases().remove("back", OLD));
                return true;
            });
            tx.commit();
        }
        outcome(removal);
        assertThat(readOptional(tx -> tx.leases().age("back"))).isPresent();
    }
}
