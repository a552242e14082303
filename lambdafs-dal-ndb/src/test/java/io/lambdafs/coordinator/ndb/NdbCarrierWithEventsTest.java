package io.lambdafs.coordinator.ndb;

import io.lambdafs.store.ndb.TestCluster;
import io.lambdafs.testkit.coherence.CarrierContract;
import io.lambdafs.testkit.coherence.CarrierFixture;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The battery on a real NDB cluster, as NameNodes use it: woken by its events. */
@EnabledIf(value = "io.lambdafs.store.ndb.TestCluster#isThere", disabledReason = TestCluster.REASON)
final class NdbCarrierWithEventsTest extends CarrierContract {
    @RegisterExtension
    static final TestTables TABLES = new TestTables();

    @Override
    protected CarrierFixture fixture() {
        return new NdbCarrierFixture(TABLES, Events.of(TABLES.cluster()));
    }
}
