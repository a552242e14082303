package io.lambdafs.namenode.sim;

import io.lambdafs.housekeeping.RemovalBatch;
import io.lambdafs.testkit.sim.SimScheduler;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.thirdparty.protobuf.ByteString;

/**
 * Processes that have opened the store and the coordinator and have rehearsed reads, as of no deployment, before anybody needs them.
 * They register no writer and become no member before they are functions, however long that takes.
 */
final class SimStemCells {
    private static final int READY = 2;
    private static final Duration LONGEST_START = Duration.ofSeconds(1);

    private final SimScheduler scheduler;
    private final SimCluster cluster;
    private final Assemblies assemblies;
    private final SimClient client;
    private final Elasticity elasticity;
    private final Deque<StemCell> ready = new ArrayDeque<>();
    private int started;

    SimStemCells(SimScheduler scheduler, SimCluster cluster, Assemblies assemblies, Elasticity elasticity) {
        this.scheduler = scheduler;
        this.cluster = cluster;
        this.assemblies = assemblies;
        this.elasticity = elasticity;
        client = new SimClient(scheduler, cluster, elasticity.chance(), 1003);
    }

    /** Starts the first ones. */
    void start() {
        for (int i = 0; i < READY; i++) {
            startOne();
        }
    }

    private void startOne() {
        StemCell cell = new StemCell(assemblies.prepare("stem" + ++started));
        ready.add(cell);
        scheduler.note("STEM CELL", cell.prepared.process());
        SimInstance.Assembly rehearsal = assemblies.assemble(cell.prepared, 0);
        cell.prepared.process().start("rehearsal", Duration.ZERO, () -> {
            for (String path : Workload.DIRECTORIES) {
                rehearse(cell, rehearsal, SimCall.stat(path));
                rehearse(cell, rehearsal, SimCall.list(path));
            }
        });
    }

    private void rehearse(StemCell cell, SimInstance.Assembly rehearsal, SimCall call) {
        var request = client.envelope(call);
        ResponseEnvelope answer = rehearsal.handle(request);
        if (answer.succeeded()) {
            cell.remembered.put(NaiveCache.key(request), answer);
        }
    }

    /** One of them becomes an instance of this deployment, if one is ready; another one is started for the next. */
    Optional<SimInstance> grow(int deployment) {
        StemCell cell = ready.poll();
        if (cell == null) {
            return Optional.empty();
        }
        long later = elasticity.chance().nextLong(LONGEST_START.toNanos());
        scheduler.world().event("a stem cell starts", Duration.ofNanos(later), this::startOne);
        elasticity.stemCellGrew();
        SimInstance.Assembly nameNode = assemblies.assemble(cell.prepared, deployment);
        nameNode.start();
        boolean remembers = cluster.flaws().contains(SimScenario.Flaw.REHEARSAL_REMEMBERED);
        return Optional.of(new SimInstance(
                cell.prepared.process(),
                deployment,
                remembers ? new RememberedRehearsal(nameNode, cell.remembered) : nameNode));
    }

    /** One of them, and what it has answered itself. */
    private static final class StemCell {
        private final Assemblies.Prepared prepared;
        private final Map<ByteString, ResponseEnvelope> remembered = new HashMap<>();

        StemCell(Assemblies.Prepared prepared) {
            this.prepared = prepared;
        }
    }

    /** A NameNode that answers what it has rehearsed as it did then, when nobody told it of changes: what must be found out. */
    private static final class RememberedRehearsal implements SimInstance.Assembly {
        private final SimInstance.Assembly behind;
        private final Map<ByteString, ResponseEnvelope> remembered;

        RememberedRehearsal(SimInstance.Assembly behind, Map<ByteString, ResponseEnvelope> remembered) {
            this.behind = behind;
            this.remembered = remembered;
        }

        @Override
        public ResponseEnvelope handle(RequestEnvelope request) {
            return behind.handle(request);
        }

        @Override
        public Optional<ResponseEnvelope> handleAtOnce(RequestEnvelope request) {
            ResponseEnvelope known = remembered.get(NaiveCache.key(request));
            return known != null ? Optional.of(known) : behind.handleAtOnce(request);
        }

        @Override
        public Runnable requested(boolean activation) {
            return behind.requested(activation);
        }

        @Override
        public boolean remove(RemovalBatch batch) {
            return behind.remove(batch);
        }

        @Override
        public void setConnected(boolean connected) {
            behind.setConnected(connected);
        }
    }
}
