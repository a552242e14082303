package io.lambdafs.coordinator.ndb;

import io.lambdafs.store.ndb.TestCluster;
import io.lambdafs.testkit.coherence.CoordinatorContract;
import io.lambdafs.testkit.coherence.CoordinatorFixture;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The battery on a real NDB cluster, as NameNodes use it: woken by its events. */
@EnabledIf(value = "io.lambdafs.store.ndb.TestCluster#isThere", disabledReason = TestCluster.REASON)
final class NdbCoordinatorWithEventsTest extends CoordinatorContract {
    @RegisterExtension
    static final TestTables TABLES = new TestTables();

    @Override
    protected CoordinatorFixture fixture() {
        return new NdbCoordinatorFixture(TABLES, Events.of(TABLES.cluster()));
    }
}
