package io.lambdafs.testkit.coherence;

import static org.assertj.core.api.Assertions.fail;

import io.lambdafs.coherence.Coordinator;
import io.lambdafs.coherence.Member;
import io.lambdafs.store.WriterId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** The coordinators and members of one test; checks what they heard when it ends. */
final class PeerCluster {
    private static final long BOUND_SECONDS = 20;
    private static final long PAUSE_MILLIS = 5;

    private final CoordinatorFixture fixture;
    private final List<Coordinator> coordinators = new ArrayList<>();
    private final List<Peer> peers = new ArrayList<>();

    PeerCluster(CoordinatorFixture fixture) {
        this.fixture = fixture;
    }

    static Member member(int number, int deployment) {
        return new Member(deployment, new WriterId(number), "instance/" + number + " λ", 1000L + number);
    }

    Coordinator coordinator() throws Exception {
        Coordinator coordinator = fixture.connect();
        coordinators.add(coordinator);
        return coordinator;
    }

    /** A member in a process of its own that acknowledges everything; returns once it is registered. */
    Peer eager(int number, int deployment) throws Exception {
        return keep(Peer.eager(coordinator(), member(number, deployment))).awaitRegistered();
    }

    /** A member in a process of its own that says nothing by itself; returns once it is registered. */
    Peer silent(int number, int deployment) throws Exception {
        return keep(Peer.silent(coordinator(), member(number, deployment))).awaitRegistered();
    }

    Peer keep(Peer peer) {
        peers.add(peer);
        return peer;
    }

    /** Waits until the condition holds. */
    static void awaitUntil(String what, Callable<Boolean> condition) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(BOUND_SECONDS);
        while (!condition.call()) {
            if (System.nanoTime() > deadline) {
                fail("not within " + BOUND_SECONDS + " s: " + what);
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
    }

    void end() throws Exception {
        coordinators.forEach(Coordinator::close);
        fixture.close();
        peers.forEach(Peer::check);
    }
}
