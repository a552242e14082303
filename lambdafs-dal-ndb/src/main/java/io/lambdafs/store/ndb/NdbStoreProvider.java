package io.lambdafs.store.ndb;

import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreProvider;
import io.lambdafs.store.ndb.cluster.ClusterAddress;

/** Offers NDB clusters for URLs that begin with {@code ndb://}. */
public final class NdbStoreProvider implements StoreProvider {
    /** Some megabytes of memory; a directory that is not among them costs a round trip more. */
    private static final int MOST_HINTS = 50_000;

    @Override
    public boolean accepts(String url) {
        return url.startsWith(ClusterAddress.SCHEME);
    }

    @Override
    public MetadataStore open(StoreConfig config) {
        return NdbMetadataStore.open(config, MOST_HINTS);
    }
}
