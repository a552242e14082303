package io.lambdafs.coordinator.ndb;

import io.lambdafs.coherence.CoherenceCarrier;
import io.lambdafs.coherence.Coordination;
import io.lambdafs.coordinate.Coordinator;
import io.lambdafs.store.ndb.cluster.Cluster;
import io.lambdafs.store.ndb.cluster.ClusterTransaction;
import io.lambdafs.store.ndb.cluster.SchemaEditor;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Coordination by tables in a cluster's database, which are made when they are not there. */
public final class NdbCoordination implements Coordination {
    private static final Duration LONGEST_JOINING = Duration.ofSeconds(15);

    private final NdbCoordinator coordinator;
    private final NdbCarrier carrier;

    private NdbCoordination(NdbCoordinator coordinator, NdbCarrier carrier) {
        this.coordinator = coordinator;
        this.carrier = carrier;
    }

    /**
     * Coordination over this connection, which stays open when this is closed.
     *
     * @param sessionTimeout how long a member may give no sign of life
     * @param life the longest life of a transaction
     * @param ticker monotonic nanoseconds
     */
    public static NdbCoordination over(Cluster cluster, Duration sessionTimeout, Duration life, LongSupplier ticker) {
        if (!CoordinationSchema.TABLES.stream().allMatch(cluster::hasTable)) {
            SchemaEditor.create(cluster, CoordinationSchema.TABLES);
        }
        return of(transactions(cluster, life), Events.of(cluster), sessionTimeout, ticker);
    }

    static Transactions transactions(Cluster cluster, Duration life) {
        return new Transactions() {
            @Override
            public <T> T run(Work<T> work) {
                try (ClusterTransaction transaction = cluster.begin(life)) {
                    return work.in(transaction);
                }
            }
        };
    }

    static NdbCoordination of(Transactions transactions, Events events, Duration sessionTimeout, LongSupplier ticker) {
        NdbSession.Settings settings =
                new NdbSession.Settings(transactions, events, ticker, sessionTimeout, LONGEST_JOINING);
        return new NdbCoordination(
                NdbCoordinator.start(transactions, sessionTimeout, ticker), new NdbCarrier(settings));
    }

    @Override
    public Coordinator coordinator() {
        return coordinator;
    }

    @Override
    public CoherenceCarrier carrier() {
        return carrier;
    }

    @Override
    public void close() {
        carrier.close();
        coordinator.close();
    }
}
