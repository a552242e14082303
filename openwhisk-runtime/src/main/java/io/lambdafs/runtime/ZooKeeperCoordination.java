package io.lambdafs.runtime;

import io.lambdafs.coherence.CoherenceCarrier;
import io.lambdafs.coherence.Coordination;
import io.lambdafs.coordinate.Coordinator;
import io.lambdafs.coordinator.zk.ZooKeeperCarrier;
import io.lambdafs.coordinator.zk.ZooKeeperConfig;
import io.lambdafs.coordinator.zk.ZooKeeperCoordinator;
import org.jspecify.annotations.Nullable;

/** Coordination by ZooKeeper; the carrier is made when it is asked for. */
final class ZooKeeperCoordination implements Coordination {
    private final ZooKeeperCoordinator coordinator;
    private @Nullable CoherenceCarrier carrier;

    private ZooKeeperCoordination(ZooKeeperCoordinator coordinator) {
        this.coordinator = coordinator;
    }

    /** Connects in the background. */
    static ZooKeeperCoordination connect(CoordinatorConfig config) {
        return new ZooKeeperCoordination(ZooKeeperCoordinator.connect(new ZooKeeperConfig(
                config.zooKeeper(),
                config.cluster(),
                config.sessionTimeout(),
                ZooKeeperConfig.DEFAULT_BOUND,
                config.access())));
    }

    @Override
    public Coordinator coordinator() {
        return coordinator;
    }

    @Override
    public synchronized CoherenceCarrier carrier() {
        CoherenceCarrier present = carrier;
        if (present == null) {
            present = ZooKeeperCarrier.over(coordinator, System::nanoTime);
            carrier = present;
        }
        return present;
    }

    @Override
    public synchronized void close() {
        if (carrier != null) {
            carrier.close();
        }
        coordinator.close();
    }
}
