package io.lambdafs.testkit.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.coherence.Scope;
import io.lambdafs.fs.FsPath;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What only the in-memory service can do: hold things back, end sessions by its clock, count. */
final class InMemoryCoordinationTest {
    private static final Scope SCOPE = Scope.ofPaths(FsPath.parse("/a"));

    private final AtomicLong clock = new AtomicLong(1_000);
    private final InMemoryCoordination service = new InMemoryCoordination(Duration.ofNanos(100), clock::get);
    private final Deque<Runnable> late = new ArrayDeque<>();

    @Test
    void deliveries_comeWhenTheExecutorSaysSoAndInOrder() {
        Peer leader = peer(1, service.connect(Runnable::run, Runnable::run));
        Peer slow = peer(2, service.connect(Runnable::run, late::add));
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
        Peer leader = peer(1, service.connect(late::add, Runnable::run));
        assertThat(service.members()).isEmpty();
        leader.publish(1, SCOPE, 0);
        late.remove().run();
        assertThat(service.members()).containsExactly(leader.member());
        assertThat(service.invs()).isEmpty();
        late.remove().run();
        assertThat(service.invs()).containsExactly(leader.round(1));
    }

    @Test
    void session_expiresOnceItsProcessIsCutOffForLongEnough() {
        InMemoryCoordinator process = service.connect(Runnable::run, Runnable::run);
        Peer one = peer(1, process);
        clock.addAndGet(1_000);
        service.expireOverdue();
        assertThat(one.session().provenAliveNanos()).isEqualTo(2_000);
        process.disconnect();
        clock.addAndGet(99);
        service.expireOverdue();
        assertThat(one.session().provenAliveNanos()).isEqualTo(2_000);
        assertThat(service.members()).hasSize(1);
        clock.addAndGet(1);
        service.expireOverdue();
        assertThat(service.members()).isEmpty();
        assertThat(one.heard()).containsExactly("registered [] []");
        process.reconnect();
        assertThat(one.heard()).containsExactly("registered [] []", "lost");
    }

    @Test
    void publishing_failsAsToldWithOrWithoutAnInv() {
        Peer leader = peer(1, service.connect(Runnable::run, Runnable::run));
        Peer follower = peer(2, service.connect(Runnable::run, Runnable::run));
        service.failPublishing(1, false);
        leader.publish(1, SCOPE, 0);
        service.failPublishing(1, true);
        leader.publish(2, SCOPE, 0);
        leader.publish(3, SCOPE, 0);
        assertThat(leader.heard()).endsWith("failed 1.1", "failed 1.2", "published 1.3");
        assertThat(follower.heard()).endsWith("inv 1.2", "inv 1.3");
    }

    @Test
    void writes_areCounted() {
        Peer one = peer(1, service.connect(Runnable::run, Runnable::run));
        long before = service.writes();
        one.session().provenAliveNanos();
        assertThat(service.writes()).isEqualTo(before);
        one.publish(1, SCOPE, 0);
        one.session().end(one.round(1));
        assertThat(service.writes()).isEqualTo(before + 2);
    }

    private static Peer peer(int number, InMemoryCoordinator process) {
        return Peer.silent(process, PeerCluster.member(number, 0));
    }
}
