package io.lambdafs.coordinator.ndb;

import io.lambdafs.store.ndb.TestCluster;
import io.lambdafs.testkit.coherence.CoordinatorContract;
import io.lambdafs.testkit.coherence.CoordinatorFixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The battery on a real NDB cluster, by looking alone. */
@EnabledIf(value = "io.lambdafs.store.ndb.TestCluster#isThere", disabledReason = TestCluster.REASON)
final class NdbCoordinatorTest extends CoordinatorContract {
    @RegisterExtension
    static final TestTables TABLES = new TestTables();

    @Override
    protected CoordinatorFixture fixture() {
        return new NdbCoordinatorFixture(TABLES, Events.NONE);
    }

    @Test
    void listenerThatFails_hearsTheRest() throws Exception {
        assertThatAListenerThatFails_hearsTheRest();
    }
}
