package io.lambdafs.namenode.sim;

import io.lambdafs.namenode.subtree.EndedSubtrees;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Pause;
import io.lambdafs.store.RetryPolicy;
import io.lambdafs.store.TransactionRunner;
import io.lambdafs.testkit.sim.SimProcess;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;

/** NameNodes that clear up decoupled subtrees whose leases have ended, while clients may still be at them. */
final class ClearUp {
    /** Often, against the leases. */
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(150);

    private static final RetryPolicy RETRIES = new RetryPolicy(3, Duration.ofMillis(2), Duration.ofMillis(50));

    /** The upper half of the name under which it asks its own NameNode; clients have 0 there. */
    private static final long WHO = 0xC1EA;

    private final NamespaceHistory history;
    private final Pause pause;
    private final RandomGenerator random;
    private final List<EndedSubtrees> running = new ArrayList<>();

    ClearUp(NamespaceHistory history, Pause pause, RandomGenerator random) {
        this.history = history;
        this.pause = pause;
        this.random = random;
    }

    /** Whether a request is one that a NameNode makes to clear up. */
    static boolean isBy(RequestEnvelope request) {
        return request.id().client().getMostSignificantBits() == WHO;
    }

    /** This instance clears up from now on. */
    void startIn(SimInstance instance, MetadataStore store) {
        SimProcess process = instance.process();
        EndedSubtrees ended = new EndedSubtrees(
                new TransactionRunner(store, RETRIES, pause, random),
                request -> ask(instance, request),
                (delay, task) -> process.start("clear-up", delay, task),
                BETWEEN_LOOKS,
                new UUID(WHO, running.size()));
        running.add(ended);
        ended.start();
    }

    void stop() {
        running.forEach(EndedSubtrees::close);
    }

    /** Its requests are judged like those of clients. */
    private ResponseEnvelope ask(SimInstance instance, RequestEnvelope request) {
        NamespaceHistory.Request asked = history.sent(call(request), request);
        asked.submitted();
        ResponseEnvelope answer = instance.nameNode().handle(request);
        history.answered(asked, answer);
        return answer;
    }

    private static SimCall call(RequestEnvelope request) {
        try {
            return new SimCall(request.method(), "/", BytesValue.parseFrom(request.payload()), "to clear up");
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("a request that is none", e);
        }
    }
}
