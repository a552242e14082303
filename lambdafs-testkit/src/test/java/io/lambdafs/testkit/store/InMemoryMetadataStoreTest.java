package io.lambdafs.testkit.store;

import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.move.MovableStore;
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
import io.lambdafs.testkit.store.contract.MoveContract;
import io.lambdafs.testkit.store.contract.MoveFixture;
import io.lambdafs.testkit.store.contract.OutcomeContract;
import io.lambdafs.testkit.store.contract.RoleContract;
import io.lambdafs.testkit.store.contract.SequenceContract;
import io.lambdafs.testkit.store.contract.StoreFixture;
import io.lambdafs.testkit.store.contract.WorkTableContract;
import java.time.InstantSource;
import org.junit.jupiter.api.Nested;

/** Runs the battery against the twin. */
class InMemoryMetadataStoreTest {
    /** An in-memory database of its own. */
    private record InMemoryFixture(InMemoryDatabase database) implements StoreFixture {
        InMemoryFixture() {
            this(new InMemoryDatabase(InstantSource.system()));
        }

        @Override
        public MetadataStore open(Bounds bounds) {
            return new InMemoryMetadataStore(database, bounds);
        }

        @Override
        public void close() {}
    }

    @Nested
    class INodeTableRows extends INodeTableContract {
        @Override
        protected StoreFixture createFixture() {
            return new InMemoryFixture();
        }
    }

    @Nested
    class IsolationRules extends IsolationContract {
        @Override
        protected StoreFixture createFixture() {
            return new InMemoryFixture();
        }
    }

    @Nested
    class LockingRules extends LockingContract {
        @Override
        protected StoreFixture createFixture() {
            return new InMemoryFixture();
        }
    }

    @Nested
    class DetailTableRows extends DetailTableContract {
        @Override
        protected StoreFixture createFixture() {
            return new InMemoryFixture();
        }
    }

    @Nested
    class BlockTableRows extends BlockTableContract {
        @Override
        protected StoreFixture createFixture() {
            return new InMemoryFixture();
        }
    }

    @Nested
    class DataNodeTableRows extends DataNodeTableContract {
        @Override
        protected StoreFixture createFixture() {
            return new InMemoryFixture();
        }
    }

    @Nested
    class Hints extends HintContract {
        @Override
        protected StoreFixture createFixture() {
            return new InMemoryFixture();
        }
    }

    @Nested
    class LeaseTableRows extends LeaseTableContract {
        @Override
        protected StoreFixture createFixture() {
            return new InMemoryFixture();
        }
    }

    @Nested
    class WorkTableRows extends WorkTableContract {
        @Override
        protected StoreFixture createFixture() {
            return new InMemoryFixture();
        }
    }

    @Nested
    class FencingRules extends FencingContract {
        @Override
        protected StoreFixture createFixture() {
            return new InMemoryFixture();
        }
    }

    @Nested
    class Outcomes extends OutcomeContract {
        @Override
        protected StoreFixture createFixture() {
            return new InMemoryFixture();
        }
    }

    @Nested
    class Roles extends RoleContract {
        @Override
        protected StoreFixture createFixture() {
            return new InMemoryFixture();
        }
    }

    @Nested
    class Sequences extends SequenceContract {
        @Override
        protected StoreFixture createFixture() {
            return new InMemoryFixture();
        }
    }

    @Nested
    class ChangeFeeds extends ChangeFeedContract {
        @Override
        protected StoreFixture createFixture() {
            return new InMemoryFixture(new InMemoryDatabase(InstantSource.system(), KEPT));
        }
    }

    @Nested
    class Moves extends MoveContract {
        @Override
        protected MoveFixture createFixture() {
            InMemoryDatabase database = new InMemoryDatabase(InstantSource.system());
            return new MoveFixture() {
                @Override
                public MetadataStore open(Bounds bounds) {
                    return new InMemoryMetadataStore(database, bounds);
                }

                @Override
                public MovableStore openToMove() {
                    return new InMemoryMovableStore(database);
                }

                @Override
                public void close() {}
            };
        }
    }
}
