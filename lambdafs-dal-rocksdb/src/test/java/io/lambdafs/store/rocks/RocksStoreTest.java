package io.lambdafs.store.rocks;

import io.lambdafs.store.rocks.engine.EngineLimits;
import io.lambdafs.testkit.store.contract.StoreFixture;

/** Runs the batteries over RocksDB in temporary directories. */
final class RocksStoreTest extends StoreBatteries {
    @Override
    protected StoreFixture engine(EngineLimits limits) {
        return EngineFixture.inTemporaryDirectory(limits);
    }
}
