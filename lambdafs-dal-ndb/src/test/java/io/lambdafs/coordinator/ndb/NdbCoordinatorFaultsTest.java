package io.lambdafs.coordinator.ndb;

import io.lambdafs.store.ndb.TestCluster;
import io.lambdafs.testkit.coherence.CoordinatorFaultsContract;
import io.lambdafs.testkit.coherence.CoordinatorFixture;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The battery of faults on a real NDB cluster, by looking alone. */
@EnabledIf(value = "io.lambdafs.store.ndb.TestCluster#isThere", disabledReason = TestCluster.REASON)
final class NdbCoordinatorFaultsTest extends CoordinatorFaultsContract {
    @RegisterExtension
    static final TestTables TABLES = new TestTables();

    @Override
    protected CoordinatorFixture fixture() {
        return new NdbCoordinatorFixture(TABLES, Events.NONE);
    }
}
