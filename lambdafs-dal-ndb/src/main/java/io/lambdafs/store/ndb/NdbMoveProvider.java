package io.lambdafs.store.ndb;

import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.move.MovableStore;
import io.lambdafs.store.move.MoveProvider;
import io.lambdafs.store.ndb.cluster.ClusterAddress;

/** Moves the content of databases in NDB clusters, for URLs that begin with {@code ndb://}. */
public final class NdbMoveProvider implements MoveProvider {
    @Override
    public boolean accepts(String url) {
        return url.startsWith(ClusterAddress.SCHEME);
    }

    @Override
    public MovableStore open(StoreConfig config) {
        return NdbMovableStore.open(config);
    }
}
