package io.lambdafs.testkit.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.coherence.Scope;
import io.lambdafs.fs.FsPath;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What only the in-memory coordinator can do: hold things back, end sessions by its clock, count. */
final class InMemoryCarriersTest {
    private static final Scope SCOPE = Scope.ofPaths(FsPath.parse("/a"));

    private final AtomicLong clock = new AtomicLong(1_000);
    private final InMemoryCarriers coordinator = new InMemoryCarriers(Duration.ofNanos(100), clock::get);
    private final Deque<Runnable> late = new ArrayDeque<>();

    @Test
    void deliveries_comeWhenTheExecutorSaysSoAndInOrder() {
        Peer leader = peer(1, coordinator.connect(Runnable::run, Runnable::run));
        Peer slow = peer(2, coordinator.connect(Runnable::run, late::add));
        leader.publish(1, SCOPE, 0);
        leader.publish(2, SCOPE, 0);
        leader.session().end(leader.round(1));
        assertThat(slow.heard()).isEmpty();
        while (!late.isEmpty()) {
            // The task that was handed over last runs first.
            late.removeLast().run();
        }
        assertThat(slow.heard()).containsExactly("registered [1] []", "inv 1.1", "inv 1.2", "ended 1.1");
    }

    @Test
    void requests_arriveWhenTheExecutorSaysSo() {
        Peer leader = peer(1, coordinator.connect(late::add, Runnable::run));
        assertThat(coordinator.members()).isEmpty();
        leader.publish(1, SCOPE, 0);
        late.remove().run();
        assertThat(coordinator.members()).containsExactly(leader.member());
        assertThat(coordinator.invs()).isEmpty();
        late.remove().run();
        assertThat(coordinator.invs()).containsExactly(leader.round(1));
    }

    @Test
    void session_expiresOnceItsProcessIsCutOffForLongEnough() {
        InMemoryCarrier carrier = coordinator.connect(Runnable::run, Runnable::run);
        Peer one = peer(1, carrier);
        clock.addAndGet(1_000);
        coordinator.expireOverdue();
        assertThat(one.session().provenAliveNanos()).isEqualTo(2_000);
        carrier.disconnect();
        clock.addAndGet(99);
        coordinator.expireOverdue();
        assertThat(one.session().provenAliveNanos()).isEqualTo(2_000);
        assertThat(coordinator.members()).hasSize(1);
        clock.addAndGet(1);
        coordinator.expireOverdue();
        assertThat(coordinator.members()).isEmpty();
        assertThat(one.heard()).containsExactly("registered [] []");
        carrier.reconnect();
        assertThat(one.heard()).containsExactly("registered [] []", "lost");
    }

    @Test
    void publishing_failsAsToldWithOrWithoutAnInv() {
        Peer leader = peer(1, coordinator.connect(Runnable::run, Runnable::run));
        Peer follower = peer(2, coordinator.connect(Runnable::run, Runnable::run));
        coordinator.failPublishing(1, false);
        leader.publish(1, SCOPE, 0);
        coordinator.failPublishing(1, true);
        leader.publish(2, SCOPE, 0);
        leader.publish(3, SCOPE, 0);
        assertThat(leader.heard()).endsWith("failed 1.1", "failed 1.2", "published 1.3");
        assertThat(follower.heard()).endsWith("inv 1.2", "inv 1.3");
    }

    @Test
    void writes_areCounted() {
        Peer one = peer(1, coordinator.connect(Runnable::run, Runnable::run));
        long before = coordinator.writes();
        one.session().provenAliveNanos();
        assertThat(coordinator.writes()).isEqualTo(before);
        one.publish(1, SCOPE, 0);
        one.session().end(one.round(1));
        assertThat(coordinator.writes()).isEqualTo(before + 2);
    }

    private static Peer peer(int number, InMemoryCarrier carrier) {
        return Peer.silent(carrier, CarrierCluster.member(number, 0));
    }
}
