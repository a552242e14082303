package io.lambdafs.testkit.coherence;

import static org.assertj.core.api.Assertions.fail;

import io.lambdafs.coherence.CoherenceCarrier;
import io.lambdafs.coordinate.Member;
import io.lambdafs.store.WriterId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** The carriers and members of one test; checks what they heard when it ends. */
final class CarrierCluster {
    private static final long BOUND_SECONDS = 20;
    private static final long PAUSE_MILLIS = 5;

    private final CarrierFixture fixture;
    private final List<CoherenceCarrier> carriers = new ArrayList<>();
    private final List<Peer> peers = new ArrayList<>();

    CarrierCluster(CarrierFixture fixture) {
        this.fixture = fixture;
    }

    static Member member(int number, int deployment) {
        return new Member(deployment, new WriterId(number), "instance/" + number + " λ", 1000L + number);
    }

    CoherenceCarrier carrier() throws Exception {
        CoherenceCarrier carrier = fixture.connect();
        carriers.add(carrier);
        return carrier;
    }

    /** A member in a process of its own that acknowledges everything; returns once it is registered. */
    Peer eager(int number, int deployment) throws Exception {
        return keep(Peer.eager(carrier(), member(number, deployment))).awaitRegistered();
    }

    /** A member in a process of its own that says nothing by itself; returns once it is registered. */
    Peer silent(int number, int deployment) throws Exception {
        return keep(Peer.silent(carrier(), member(number, deployment))).awaitRegistered();
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
        carriers.forEach(CoherenceCarrier::close);
        fixture.close();
        peers.forEach(Peer::check);
    }
}
