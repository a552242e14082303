package io.lambdafs.store.ndb;

import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Stores;
import io.lambdafs.store.move.MovableStore;
import io.lambdafs.store.move.MovableStores;
import io.lambdafs.store.ndb.cluster.ClusterAddress;
import io.lambdafs.store.ndb.cluster.NdbCluster;
import io.lambdafs.store.ndb.cluster.SchemaEditor;
import io.lambdafs.testkit.store.contract.MoveFixture;
import java.util.UUID;

/** A database of its own in the test JVM's one cluster. */
final class NdbFixture implements MoveFixture {
    private static final int MOST_ATTEMPTS = 3;

    private final String database = "test_" + UUID.randomUUID().toString().replace('-', '_');

    static NdbFixture create() {
        return new NdbFixture();
    }

    StoreConfig config(Bounds bounds) {
        return new StoreConfig("ndb://" + TestCluster.connectString() + "/" + database, "", "", 12, bounds);
    }

    @Override
    public MetadataStore open(Bounds bounds) {
        return Stores.open(config(bounds));
    }

    @Override
    public MovableStore openToMove() {
        return MovableStores.open(config(BOUNDS));
    }

    @Override
    public void close() {
        for (int attempt = 1; ; attempt++) {
            try {
                drop();
                return;
            } catch (StoreException e) {
                // On a busy machine the cluster takes a process for dead that gets no time.
                if (!e.kind().retriable() || attempt == MOST_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private void drop() {
        StoreConfig config = config(Bounds.defaults());
        try (NdbCluster cluster = NdbCluster.connect(ClusterAddress.of(config.url()), config)) {
            SchemaEditor.drop(cluster, Schema.TABLES);
            Schema.MIGRATIONS.forEach(migration -> SchemaEditor.drop(cluster, migration.tables()));
        }
    }
}
