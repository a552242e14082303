package io.lambdafs.store.sql;

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
import org.junit.jupiter.api.Tag;

/** Runs the battery against a real PostgreSQL. */
@Tag("any-release")
class PostgresMetadataStoreTest {
    @Nested
    class INodeTableRows extends INodeTableContract {
        @Override
        protected StoreFixture createFixture() {
            return PostgresFixture.create();
        }
    }

    @Nested
    class IsolationRules extends IsolationContract {
        @Override
        protected StoreFixture createFixture() {
            return PostgresFixture.create();
        }
    }

    @Nested
    class LockingRules extends LockingContract {
        @Override
        protected StoreFixture createFixture() {
            return PostgresFixture.create();
        }
    }

    @Nested
    class DetailTableRows extends DetailTableContract {
        @Override
        protected StoreFixture createFixture() {
            return PostgresFixture.create();
        }
    }

    @Nested
    class BlockTableRows extends BlockTableContract {
        @Override
        protected StoreFixture createFixture() {
            return PostgresFixture.create();
        }
    }

    @Nested
    class DataNodeTableRows extends DataNodeTableContract {
        @Override
        protected StoreFixture createFixture() {
            return PostgresFixture.create();
        }
    }

    @Nested
    class Hints extends HintContract {
        @Override
        protected StoreFixture createFixture() {
            return PostgresFixture.create();
        }
    }

    @Nested
    class LeaseTableRows extends LeaseTableContract {
        @Override
        protected StoreFixture createFixture() {
            return PostgresFixture.create();
        }
    }

    @Nested
    class WorkTableRows extends WorkTableContract {
        @Override
        protected StoreFixture createFixture() {
            return PostgresFixture.create();
        }
    }

    @Nested
    class FencingRules extends FencingContract {
        @Override
        protected StoreFixture createFixture() {
            return PostgresFixture.create();
        }
    }

    @Nested
    class Outcomes extends OutcomeContract {
        @Override
        protected StoreFixture createFixture() {
            return PostgresFixture.create();
        }
    }

    @Nested
    class Roles extends RoleContract {
        @Override
        protected StoreFixture createFixture() {
            return PostgresFixture.create();
        }
    }

    @Nested
    class Sequences extends SequenceContract {
        @Override
        protected StoreFixture createFixture() {
            return PostgresFixture.create();
        }
    }

    @Nested
    class Moves extends MoveContract {
        @Override
        protected MoveFixture createFixture() {
            return PostgresFixture.create();
        }
    }
}
