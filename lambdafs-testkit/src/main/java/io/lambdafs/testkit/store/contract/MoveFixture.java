package io.lambdafs.testkit.store.contract;

import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.move.MovableStore;

/** A new, empty file system for one test, which can be moved while nobody has it open. */
public interface MoveFixture extends StoreFixture {
    /** Bounds for everything that is not to fail. */
    Bounds BOUNDS = StoreContract.BOUNDS;

    /** Opens the store to move its content; the test that opened it otherwise has closed it. */
    MovableStore openToMove();
}
