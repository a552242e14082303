package io.lambdafs.store.rocks;

import io.lambdafs.testkit.store.contract.StoreFixture;

/** Runs the batteries over RocksDB in temporary directories. */
final class RocksStoreTest extends StoreBatteries {
    @Override
    StoreFixture engine() {
        return EngineFixture.inTemporaryDirectory();
    }
}
