package io.lambdafs.store.rocks;

import io.lambdafs.block.DataNodeDescriptor;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.DataNodeRegistration;
import io.lambdafs.block.StorageReport;
import io.lambdafs.store.DataNodeTable;
import java.util.List;

/** The DataNodes of the engine. */
final class EngineDataNodes implements DataNodeTable {
    private final Session session;

    EngineDataNodes(Session session) {
        this.session = session;
    }

    @Override
    public List<DataNodeDescriptor> all() {
        return session.ask(tables -> tables.dataNodes().all());
    }

    @Override
    public void register(DataNodeRegistration registration) {
        session.later(tables -> tables.dataNodes().register(registration));
    }

    @Override
    public boolean heartbeat(DataNodeId id, List<StorageReport> storages, int activeTransfers) {
        return session.ask(tables -> tables.dataNodes().heartbeat(id, storages, activeTransfers));
    }

    @Override
    public void noteReport(DataNodeId id, long replicas) {
        session.later(tables -> tables.dataNodes().noteReport(id, replicas));
    }

    @Override
    public void noteReplicas(DataNodeId id, long replicas) {
        session.later(tables -> tables.dataNodes().noteReplicas(id, replicas));
    }

    @Override
    public void remove(DataNodeId id) {
        session.later(tables -> tables.dataNodes().remove(id));
    }
}
