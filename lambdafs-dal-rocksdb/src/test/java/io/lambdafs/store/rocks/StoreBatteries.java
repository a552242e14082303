package io.lambdafs.store.rocks;

import io.lambdafs.store.rocks.engine.EngineLimits;
import io.lambdafs.testkit.store.contract.BlockTableContract;
import io.lambdafs.testkit.store.contract.ChangeFeedContract;
import io.lambdafs.testkit.store.contract.DataNodeTableContract;
import io.lambdafs.testkit.store.contract.DetailTableContract;
import io.lambdafs.testkit.store.contract.FencingContract;
import io.lambdafs.testkit.store.contract.HintContract;
import io.lambdafs.testkit.store.contract.INodeTableContract;
import io.lambdafs.testkit.store.contract.IsolationContract;
import io.lambdafs.testkit.store.contract.LeaseTableContract;
import io.lambdafs.testkit.store.contract.LockingContract;
import io.lambdafs.testkit.store.contract.OutcomeContract;
import io.lambdafs.testkit.store.contract.RoleContract;
import io.lambdafs.testkit.store.contract.SequenceContract;
import io.lambdafs.testkit.store.contract.StoreFixture;
import io.lambdafs.testkit.store.contract.VolumeContract;
import io.lambdafs.testkit.store.contract.WorkTableContract;
import org.junit.jupiter.api.Nested;

/** All batteries of the store port, over an engine with whatever way to it and whatever key-value tables. */
public abstract class StoreBatteries {
    /** A new, empty store. */
    protected abstract StoreFixture engine(EngineLimits limits);

    private StoreFixture engine() {
        return engine(EngineLimits.defaults());
    }

    @Nested
    class INodeTableRows extends INodeTableContract {
        @Override
        protected StoreFixture createFixture() {
            return engine();
        }
    }

    @Nested
    class IsolationRules extends IsolationContract {
        @Override
        protected StoreFixture createFixture() {
            return engine();
        }
    }

    @Nested
    class LockingRules extends LockingContract {
        @Override
        protected StoreFixture createFixture() {
            return engine();
        }
    }

    @Nested
    class DetailTableRows extends DetailTableContract {
        @Override
        protected StoreFixture createFixture() {
            return engine();
        }
    }

    @Nested
    class BlockTableRows extends BlockTableContract {
        @Override
        protected StoreFixture createFixture() {
            return engine();
        }
    }

    @Nested
    class DataNodeTableRows extends DataNodeTableContract {
        @Override
        protected StoreFixture createFixture() {
            return engine();
        }
    }

    @Nested
    class Hints extends HintContract {
        @Override
        protected StoreFixture createFixture() {
            return engine();
        }
    }

    @Nested
    class LeaseTableRows extends LeaseTableContract {
        @Override
        protected StoreFixture createFixture() {
            return engine();
        }
    }

    @Nested
    class WorkTableRows extends WorkTableContract {
        @Override
        protected StoreFixture createFixture() {
            return engine();
        }
    }

    @Nested
    class FencingRules extends FencingContract {
        @Override
        protected StoreFixture createFixture() {
            return engine();
        }
    }

    @Nested
    class Outcomes extends OutcomeContract {
        @Override
        protected StoreFixture createFixture() {
            return engine();
        }
    }

    @Nested
    class Roles extends RoleContract {
        @Override
        protected StoreFixture createFixture() {
            return engine();
        }
    }

    @Nested
    class Sequences extends SequenceContract {
        @Override
        protected StoreFixture createFixture() {
            return engine();
        }
    }

    @Nested
    class Volumes extends VolumeContract {
        @Override
        protected StoreFixture createFixture() {
            return engine();
        }
    }

    @Nested
    class ChangeFeeds extends ChangeFeedContract {
        @Override
        protected StoreFixture createFixture() {
            EngineLimits limits = EngineLimits.defaults();
            return engine(new EngineLimits(
                    limits.openTransactions(),
                    limits.changesPerTransaction(),
                    limits.changesPerBatch(),
                    KEPT,
                    limits.changesAge()));
        }
    }
}
