package io.lambdafs.datanode;

import io.lambdafs.store.MetadataStore;
import io.lambdafs.testkit.store.InMemoryMetadataStore;
import java.time.InstantSource;

/** The battery against the store's twin; each DataNode does its share in the housekeeping. */
final class RealDataNodesTest extends DataNodeBattery {
    private final MetadataStore store = new InMemoryMetadataStore(InstantSource.system());

    @Override
    MetadataStore open() {
        return store;
    }

    @Override
    MetadataStore openForDataNodes() {
        return store;
    }

    @Override
    boolean reportsOnly() {
        return false;
    }
}
