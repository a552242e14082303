package io.lambdafs.store.ndb.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** When a connection that is refused everything is given up. */
final class RefusalsTest {
    private final AtomicLong now = new AtomicLong(7);
    private final ConnectionRefusals refusals = new ConnectionRefusals(now::get);

    private void pass(long nanos) {
        now.addAndGet(nanos);
    }

    @Test
    void refusedOnAndOn_isTooLongAfterItsBound() {
        assertThat(refusals.refused()).isFalse();
        pass(ConnectionRefusals.LONGEST.toNanos());
        assertThat(refusals.refused()).isFalse();
        pass(1);
        assertThat(refusals.refused()).isTrue();
    }

    @Test
    void servedInBetween_beginsAnew() {
        assertThat(refusals.refused()).isFalse();
        pass(ConnectionRefusals.LONGEST.toNanos());
        refusals.served();
        pass(1);
        assertThat(refusals.refused()).isFalse();
        pass(ConnectionRefusals.LONGEST.toNanos() + 1);
        assertThat(refusals.refused()).isTrue();
    }

    @Test
    void firstRefusalAfterALongPause_isNone() {
        refusals.served();
        pass(ConnectionRefusals.LONGEST.toNanos() * 100);
        assertThat(refusals.refused()).isFalse();
    }
}
