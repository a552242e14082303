package io.lambdafs.runtime;

import io.lambdafs.coherence.CoordinatingStore;
import io.lambdafs.coherence.Coordinator;
import io.lambdafs.coordinator.zk.ZooKeeperConfig;
import io.lambdafs.coordinator.zk.ZooKeeperCoordinator;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * The way to the other instances: ZooKeeper is contacted as soon as the process starts, a store that coordinates when it is
 * open. Thread-safe.
 */
final class CoordinationOpening implements AutoCloseable {
    private final CoordinatorConfig config;
    private @Nullable Coordinator coordinator;

    private CoordinationOpening(CoordinatorConfig config, @Nullable Coordinator coordinator) {
        this.config = config;
        this.coordinator = coordinator;
    }

    /** Begins. Returns at once. */
    static CoordinationOpening begin(CoordinatorConfig config) {
        return switch (config.kind()) {
            case ZOOKEEPER -> new CoordinationOpening(config, zooKeeper(config));
            case NDB -> new CoordinationOpening(config, null);
        };
    }

    private static Coordinator zooKeeper(CoordinatorConfig config) {
        return ZooKeeperCoordinator.connect(
                new ZooKeeperConfig(
                        config.zooKeeper(),
                        config.cluster(),
                        config.sessionTimeout(),
                        ZooKeeperConfig.DEFAULT_BOUND,
                        config.access()),
                System::nanoTime);
    }

    /**
     * The way, once the store is open.
     *
     * @throws StoreException of kind INCOMPATIBLE if the store is to coordinate and cannot
     */
    synchronized Coordinator get(MetadataStore opened) {
        Coordinator present = coordinator;
        if (present == null) {
            if (!(opened instanceof CoordinatingStore able)) {
                throw new StoreException(
                        StoreException.Kind.INCOMPATIBLE,
                        CoordinatorConfig.KIND + "=ndb needs a store in an NDB cluster, not " + opened);
            }
            present = able.coordinate(config.sessionTimeout(), System::nanoTime);
            coordinator = present;
        }
        return present;
    }

    @Override
    public synchronized void close() {
        if (coordinator != null) {
            coordinator.close();
        }
    }
}
