package io.lambdafs.store.rocks.server;

import io.lambdafs.store.rocks.StoreBatteries;
import io.lambdafs.store.rocks.engine.EngineLimits;
import io.lambdafs.testkit.store.contract.StoreFixture;
import org.junit.jupiter.api.Tag;

/** Runs the batteries over RocksDB through TCP with TLS. */
@Tag("long")
final class TlsStoreTest extends StoreBatteries {
    @Override
    protected StoreFixture engine(EngineLimits limits) {
        return ServerFixture.overTls(limits);
    }
}
