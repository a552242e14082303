package io.lambdafs.store.rocks.server;

import io.lambdafs.store.rocks.StoreBatteries;
import io.lambdafs.store.rocks.engine.EngineLimits;
import io.lambdafs.testkit.store.contract.StoreFixture;

/** Runs the batteries over RocksDB through a Unix domain socket. */
final class UnixSocketStoreTest extends StoreBatteries {
    @Override
    protected StoreFixture engine(EngineLimits limits) {
        return ServerFixture.overUnixSocket(limits);
    }
}
