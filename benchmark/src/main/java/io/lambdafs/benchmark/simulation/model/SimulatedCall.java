package io.lambdafs.benchmark.simulation.model;

import io.lambdafs.benchmark.simulation.parameters.NamespaceOperation;

/**
 * An operation on its way. It is its own event: each time it runs, the step that it has waited for is done.
 *
 * <p>A request goes from the client over the network, some by way of the platform, to a NameNode. The NameNode asks the
 * store as often as needed. The last access to the store of a write has a round before it and a commit in it. The
 * answer goes back over the network. Some operations are several requests.
 */
final class SimulatedCall implements Runnable {
    /** What has just been done when a call runs. */
    private enum Step {
        SENT,
        ARRIVED,
        ROUTED,
        ADMITTED,
        EXECUTED,
        TOLD,
        AT_STORE,
        STORED,
        DURABLE,
        BACK,
        ANSWERED,
        RECEIVED
    }

    private final SystemParts parts;
    private final int client;
    private Step step = Step.SENT;
    private NamespaceOperation operation = NamespaceOperation.STAT;
    private OperationCosts costs;
    private SimulatedDeployment deployment;
    private SimulatedInstance instance;
    private boolean byHttp;
    private boolean admitted;
    private boolean told;
    private double extraMicros;
    private int requests;
    private int trips;
    private long began;

    /** Of a client; it begins its first operation when it is told to. */
    SimulatedCall(SystemParts parts, int client) {
        this.parts = parts;
        this.client = client;
        this.deployment = parts.platform().deployment(0);
        this.costs = parts.costs().of(operation);
        this.instance = parts.nobody();
    }

    /** Begins another operation. */
    void begin() {
        operation = parts.scenario().mix().draw(parts.simulator().random());
        deployment = parts.route();
        costs = parts.costsOf(operation, deployment);
        requests = costs.requests();
        began = parts.simulator().now();
        parts.recorder().begins();
        deployment.counts(operation.isRead(), requests);
        send();
    }

    private void send() {
        trips = costs.trips() / costs.requests() + (requests <= costs.trips() % costs.requests() ? 1 : 0);
        told = false;
        byHttp = parts.goesByHttp();
        extraMicros = byHttp ? parts.http().instanceMicros() : 0;
        step = Step.SENT;
        parts.clientWork(client, costs, byHttp, 0.5, this);
    }

    @Override
    public void run() {
        switch (step) {
            case SENT -> travel(Step.ARRIVED, parts.toServer(costs, byHttp));
            case ARRIVED -> arrive();
            case ROUTED -> choose();
            case ADMITTED, BACK -> execute();
            case EXECUTED -> goOn();
            case TOLD -> travelToStore();
            case AT_STORE -> {
                step = Step.STORED;
                parts.store().work(costs.store(), 1.0 / costs.trips(), this);
            }
            case STORED -> commit();
            case DURABLE -> travel(Step.BACK, parts.serverNetworkNanos());
            case ANSWERED -> {
                step = Step.RECEIVED;
                parts.clientWork(client, costs, false, 0.5, this);
            }
            case RECEIVED -> receive();
        }
    }

    private void travel(Step next, long nanos) {
        step = next;
        parts.simulator().after(nanos, this);
    }

    private void arrive() {
        if (byHttp) {
            step = Step.ROUTED;
            parts.platformWork(this);
            parts.platform().called(deployment);
        } else {
            choose();
        }
    }

    private void choose() {
        if (deployment.members() == 0) {
            parts.platform().called(deployment);
        }
        deployment.ask(parts.simulator().random(), chosen -> {
            instance = chosen;
            chosen.arrives(byHttp);
            admitted = costs.trips() > 0;
            if (admitted) {
                step = Step.ADMITTED;
                chosen.threads().take(this);
            } else {
                execute();
            }
        });
    }

    private void execute() {
        step = Step.EXECUTED;
        double extra = extraMicros;
        extraMicros = 0;
        instance.work(costs.instance(), costs.instanceShare(), extra, this);
    }

    private void goOn() {
        if (trips == 0) {
            answer();
        } else if (trips == 1 && costs.write() && deployment.members() > 1 && !told) {
            told = true;
            step = Step.TOLD;
            parts.rounds().tell(instance, deployment, this);
        } else {
            travelToStore();
        }
    }

    private void travelToStore() {
        trips--;
        travel(Step.AT_STORE, parts.serverNetworkNanos() + parts.hopNanos(costs));
    }

    private void commit() {
        if (costs.write() && trips == 0) {
            step = Step.DURABLE;
            parts.noteCoordinator(costs);
            parts.store().commit(this);
        } else {
            travel(Step.BACK, parts.serverNetworkNanos());
        }
    }

    private void answer() {
        instance.leaves(byHttp);
        SimulatedInstance done = instance;
        boolean leave = admitted;
        travel(Step.ANSWERED, parts.toClient(byHttp));
        if (leave) {
            done.threads().leave();
        }
    }

    private void receive() {
        requests--;
        if (requests > 0) {
            send();
        } else {
            parts.recorder().ends(operation, parts.simulator().now() - began);
            parts.load().done(this);
        }
    }
}
