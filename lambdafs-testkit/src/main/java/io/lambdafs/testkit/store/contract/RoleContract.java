package io.lambdafs.testkit.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.Transaction;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How every adapter must hand roles from one owner to the next. */
public abstract class RoleContract extends StoreContract {
    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration BRIEF = Duration.ofMillis(50);

    private boolean acquire(String role, String owner, Duration time) {
        return writing(tx -> tx.roles().acquire(role, owner, time));
    }

    private boolean hold(String role, String owner) {
        return writing(tx -> tx.roles().hold(role, owner));
    }

    @Test
    void role_isHeldByOne_whoMayRenew() {
        assertThat(acquire("one", "a", LONG)).isTrue();
        assertThat(acquire("one", "b", LONG)).isFalse();
        assertThat(acquire("one", "a", LONG)).isTrue();
        assertThat(hold("one", "a")).isTrue();
        assertThat(hold("one", "b")).isFalse();
        assertThat(hold("nobody's", "a")).isFalse();
    }

    @Test
    void role_changesHandsWhenItsTimeHasRunOut() {
        assertThat(acquire("time", "a", BRIEF)).isTrue();
        eventually(() -> acquire("time", "b", LONG));
        assertThat(hold("time", "a")).isFalse();
        assertThat(hold("time", "b")).isTrue();
        assertThat(acquire("time", "a", LONG)).isFalse();
    }

    @Test
    void role_whoseTimeHasRunOut_isNotHeld() {
        acquire("lapsed", "a", BRIEF);
        eventually(() -> !hold("lapsed", "a"));
    }

    @Test
    void heldRole_doesNotChangeHandsUntilTheTransactionEnds() {
        acquire("held", "a", Duration.ofSeconds(2));
        try (Transaction tx = begin()) {
            assertThat(tx.roles().hold("held", "a")).isTrue();
            try (Transaction other = beginImpatient()) {
                assertFails(Kind.CONFLICT, () -> other.roles().acquire("held", "b", LONG));
            }
            tx.commit();
        }
        eventually(() -> acquire("held", "b", LONG));
    }

    @Test
    void release_freesTheRole_ifTheOwnerHasIt() {
        acquire("released", "a", LONG);
        write(tx -> tx.roles().release("released", "b"));
        assertThat(acquire("released", "b", LONG)).isFalse();
        write(tx -> tx.roles().release("released", "a"));
        assertThat(acquire("released", "b", LONG)).isTrue();
    }
}
