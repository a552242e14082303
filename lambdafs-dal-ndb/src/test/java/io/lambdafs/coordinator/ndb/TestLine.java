package io.lambdafs.coordinator.ndb;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;

/** One process's way to the cluster, which can be cut: what is under way then is carried out, and its answer is lost. */
final class TestLine implements Transactions {
    private final Transactions whole;
    private volatile boolean cut;

    TestLine(Transactions whole) {
        this.whole = whole;
    }

    void cut() {
        cut = true;
    }

    void heal() {
        cut = false;
    }

    @Override
    public <T> T run(Work<T> work) {
        requireWhole();
        T result = whole.run(work);
        requireWhole();
        return result;
    }

    private void requireWhole() {
        if (cut) {
            throw new StoreException(Kind.UNAVAILABLE, "the line is cut");
        }
    }
}
