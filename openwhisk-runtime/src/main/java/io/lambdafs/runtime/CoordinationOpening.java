package io.lambdafs.runtime;

import io.lambdafs.coherence.CoordinatingStore;
import io.lambdafs.coherence.Coordination;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * The way to the other instances: ZooKeeper is contacted as soon as the process starts, a store that coordinates when it is
 * open. Thread-safe.
 */
final class CoordinationOpening implements AutoCloseable {
    private final CoordinatorConfig config;
    private @Nullable Coordination coordination;

    private CoordinationOpening(CoordinatorConfig config, @Nullable Coordination coordination) {
        this.config = config;
        this.coordination = coordination;
    }

    /** Begins. Returns at once. */
    static CoordinationOpening begin(CoordinatorConfig config) {
        return switch (config.kind()) {
            case ZOOKEEPER -> new CoordinationOpening(config, ZooKeeperCoordination.connect(config));
            case NDB -> new CoordinationOpening(config, null);
        };
    }

    /**
     * The way, once the store is open.
     *
     * @throws StoreException of kind INCOMPATIBLE if the store is to coordinate and cannot
     */
    synchronized Coordination get(MetadataStore opened) {
        Coordination present = coordination;
        if (present == null) {
            if (!(opened instanceof CoordinatingStore able)) {
                throw new StoreException(
                        StoreException.Kind.INCOMPATIBLE,
                        CoordinatorConfig.KIND + "=ndb needs a store in an NDB cluster, not " + opened);
            }
            present = able.coordinate(config.sessionTimeout(), System::nanoTime);
            coordination = present;
        }
        return present;
    }

    @Override
    public synchronized void close() {
        if (coordination != null) {
            coordination.close();
        }
    }
}
