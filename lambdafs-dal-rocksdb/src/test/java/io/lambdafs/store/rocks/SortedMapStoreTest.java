package io.lambdafs.store.rocks;

import io.lambdafs.store.rocks.engine.EngineLimits;
import io.lambdafs.store.rocks.keyvalue.SortedMapKeyValues;
import io.lambdafs.testkit.store.contract.StoreFixture;

/** Runs the batteries over the sorted map. */
final class SortedMapStoreTest extends StoreBatteries {
    @Override
    protected StoreFixture engine(EngineLimits limits) {
        return new EngineFixture(EmbeddedEngine.over(new SortedMapKeyValues(), limits));
    }
}
