package io.lambdafs.coordinator.ndb;

import io.lambdafs.store.ndb.TestCluster;
import io.lambdafs.testkit.coherence.CarrierFaultsContract;
import io.lambdafs.testkit.coherence.CarrierFixture;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The battery of faults on a real NDB cluster, by looking alone. */
@EnabledIf(value = "io.lambdafs.store.ndb.TestCluster#isThere", disabledReason = TestCluster.REASON)
final class NdbCarrierFaultsTest extends CarrierFaultsContract {
    @RegisterExtension
    static final TestTables TABLES = new TestTables();

    @Override
    protected CarrierFixture fixture() {
        return new NdbCarrierFixture(TABLES, Events.NONE);
    }
}
