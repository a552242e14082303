package io.lambdafs.namenode.sim;

import io.lambdafs.housekeeping.RemovalBatch;
import io.lambdafs.namenode.RequestHandler;
import io.lambdafs.testkit.sim.SimProcess;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** One simulated function instance: a process, and the NameNode in it. */
final class SimInstance {
    /** Most requests come over connections, which the platform sees nothing of. */
    private static final int REQUESTS_PER_ACTIVATION = 3;

    private final SimProcess process;
    private final int deployment;
    private final Assembly nameNode;

    /** What a process's NameNode is made of. */
    interface Assembly extends RequestHandler {
        /** The process has become a function instance. */
        default void start() {}

        /** A request has come, by an activation or over a connection; returns what is to be done once it is answered. */
        default Runnable requested(boolean activation) {
            return () -> {};
        }

        /** Removes files of a detached directory for another instance; says whether it did. */
        boolean remove(RemovalBatch batch);

        /** Something happens to the process's connection to the coordinator. */
        default void setConnected(boolean connected) {}
    }

    SimInstance(SimProcess process, int deployment, Assembly nameNode) {
        this.process = process;
        this.deployment = deployment;
        this.nameNode = nameNode;
    }

    SimProcess process() {
        return process;
    }

    int deployment() {
        return deployment;
    }

    Assembly nameNode() {
        return nameNode;
    }

    /** A request has arrived. */
    void take(RequestEnvelope request, Consumer<ResponseEnvelope> reply) {
        Runnable answered = nameNode.requested(isActivation(request));
        boolean refreshes = nameNode.needsRefresh(request);
        Optional<ResponseEnvelope> cached = refreshes ? Optional.empty() : nameNode.handleAtOnce(request);
        if (cached.isPresent()) {
            answered.run();
            reply.accept(cached.get());
        } else {
            process.start("request " + request.id().sequence(), Duration.ZERO, () -> {
                Optional<ResponseEnvelope> refreshed =
                        refreshes && nameNode.refresh() ? nameNode.handleAtOnce(request) : Optional.empty();
                ResponseEnvelope answer = refreshed.orElseGet(() -> nameNode.handle(request));
                if (!process.isDead()) {
                    answered.run();
                    reply.accept(answer);
                }
            });
        }
    }

    /* A client that had no answer over a connection goes by way of the platform. */
    private static boolean isActivation(RequestEnvelope request) {
        return request.isResubmission() || request.id().sequence() % REQUESTS_PER_ACTIVATION == 0;
    }

    /** Another instance asks to have a batch removed. */
    void take(RemovalBatch batch, Consumer<Boolean> reply) {
        Runnable answered = nameNode.requested(true);
        process.start("batch", Duration.ZERO, () -> {
            boolean removed = nameNode.remove(batch);
            if (!process.isDead()) {
                answered.run();
                reply.accept(removed);
            }
        });
    }

    @Override
    public String toString() {
        return process.name();
    }
}
