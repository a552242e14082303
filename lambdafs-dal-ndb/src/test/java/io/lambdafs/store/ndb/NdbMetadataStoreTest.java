package io.lambdafs.store.ndb;

import io.lambdafs.testkit.store.contract.BlockTableContract;
import io.lambdafs.testkit.store.contract.DataNodeTableContract;
import io.lambdafs.testkit.store.contract.DetailTableContract;
import io.lambdafs.testkit.store.contract.FencingContract;
import io.lambdafs.testkit.store.contract.HintContract;
import io.lambdafs.testkit.store.contract.INodeTableContract;
import io.lambdafs.testkit.store.contract.IsolationContract;
import io.lambdafs.testkit.store.contract.LeaseTableContract;
import io.lambdafs.testkit.store.contract.LockingContract;
import io.lambdafs.testkit.store.contract.MoveContract;
import io.lambdafs.testkit.store.contract.MoveFixture;
import io.lambdafs.testkit.store.contract.OutcomeContract;
import io.lambdafs.testkit.store.contract.RoleContract;
import io.lambdafs.testkit.store.contract.SequenceContract;
import io.lambdafs.testkit.store.contract.StoreFixture;
import io.lambdafs.testkit.store.contract.WorkTableContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Runs the battery against a real NDB cluster. Its parts have a database each, and mostly wait until one is made or dropped, so some of them
 * run at the same time.
 */
@Execution(ExecutionMode.CONCURRENT)
@EnabledIf(value = "io.lambdafs.store.ndb.TestCluster#isThere", disabledReason = TestCluster.REASON)
class NdbMetadataStoreTest {
    @Nested
    class INodeTableRows extends INodeTableContract {
        @Override
        protected StoreFixture createFixture() {
            return NdbFixture.create();
        }
    }

    @Nested
    class IsolationRules extends IsolationContract {
        @Override
        protected StoreFixture createFixture() {
            return NdbFixture.create();
        }
    }

    @Nested
    class LockingRules extends LockingContract {
        @Override
        protected StoreFixture createFixture() {
            return NdbFixture.create();
        }
    }

    @Nested
    class DetailTableRows extends DetailTableContract {
        @Override
        protected StoreFixture createFixture() {
            return NdbFixture.create();
        }
    }

    @Nested
    class BlockTableRows extends BlockTableContract {
        @Override
        protected StoreFixture createFixture() {
            return NdbFixture.create();
        }
    }

    @Nested
    class DataNodeTableRows extends DataNodeTableContract {
        @Override
        protected StoreFixture createFixture() {
            return NdbFixture.create();
        }
    }

    @Nested
    class Hints extends HintContract {
        @Override
        protected StoreFixture createFixture() {
            return NdbFixture.create();
        }
    }

    @Nested
    class LeaseTableRows extends LeaseTableContract {
        @Override
        protected StoreFixture createFixture() {
            return NdbFixture.create();
        }
    }

    @Nested
    class WorkTableRows extends WorkTableContract {
        @Override
        protected StoreFixture createFixture() {
            return NdbFixture.create();
        }
    }

    @Nested
    class FencingRules extends FencingContract {
        @Override
        protected StoreFixture createFixture() {
            return NdbFixture.create();
        }
    }

    @Nested
    class Outcomes extends OutcomeContract {
        @Override
        protected StoreFixture createFixture() {
            return NdbFixture.create();
        }
    }

    @Nested
    class Roles extends RoleContract {
        @Override
        protected StoreFixture createFixture() {
            return NdbFixture.create();
        }
    }

    @Nested
    class Moving extends MoveContract {
        @Override
        protected MoveFixture createFixture() {
            return NdbFixture.create();
        }
    }

    @Nested
    class Sequences extends SequenceContract {
        @Override
        protected StoreFixture createFixture() {
            return NdbFixture.create();
        }
    }
}
