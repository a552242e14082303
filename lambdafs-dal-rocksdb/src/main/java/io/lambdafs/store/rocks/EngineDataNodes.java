package io.lambdafs.store.rocks;

import io.lambdafs.block.DataNodeDescriptor;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.DataNodeRegistration;
import io.lambdafs.block.StorageReport;
import io.lambdafs.store.DataNodeTable;
import io.lambdafs.store.rocks.operation.DataNodeOperations;
import io.lambdafs.store.rocks.operation.Done;
import java.util.List;

/** The DataNodes of the engine. */
final class EngineDataNodes implements DataNodeTable {
    private final EngineSession session;

    EngineDataNodes(EngineSession session) {
        this.session = session;
    }

    @Override
    public List<DataNodeDescriptor> all() {
        return session.ask(DataNodeOperations.ALL, Done.DONE);
    }

    @Override
    public void register(DataNodeRegistration registration) {
        session.later(DataNodeOperations.REGISTER, registration);
    }

    @Override
    public boolean heartbeat(DataNodeId id, List<StorageReport> storages, int activeTransfers) {
        return session.ask(
                DataNodeOperations.HEARTBEAT, new DataNodeOperations.Heartbeat(id, storages, activeTransfers));
    }

    @Override
    public void noteReport(DataNodeId id, long replicas) {
        session.later(DataNodeOperations.NOTE_REPORT, new DataNodeOperations.Count(id, replicas));
    }

    @Override
    public void noteReplicas(DataNodeId id, long replicas) {
        session.later(DataNodeOperations.NOTE_REPLICAS, new DataNodeOperations.Count(id, replicas));
    }

    @Override
    public void remove(DataNodeId id) {
        session.later(DataNodeOperations.REMOVE, id);
    }
}
