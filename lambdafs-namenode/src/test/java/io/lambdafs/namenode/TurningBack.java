package io.lambdafs.namenode;

import io.lambdafs.coherence.Scope;
import io.lambdafs.store.RequestWork.Ending;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriterId;
import java.util.List;

/** Turns every attempt back that does not lock the directories on its way, and takes down which do. */
final class TurningBack implements WriteGate {
    private final List<Boolean> locking;

    TurningBack(List<Boolean> locking) {
        this.locking = locking;
    }

    @Override
    public void awaitReady() {}

    @Override
    public Pass begin(WriterId writer) {
        return new Attempt();
    }

    @Override
    public boolean isNeeded() {
        return true;
    }

    private final class Attempt implements Pass {
        private boolean locks;

        @Override
        public void lockOnTheWay() {
            locks = true;
        }

        @Override
        public Transaction guard(Transaction tx) {
            return tx;
        }

        @Override
        public void forget(Scope scope) {}

        @Override
        public void seal() {
            locking.add(locks);
            if (!locks) {
                throw new StoreException(StoreException.Kind.CONFLICT, "turned back");
            }
        }

        @Override
        public boolean wasTurnedBack() {
            return !locks;
        }

        @Override
        public void ended(Ending ending) {}

        @Override
        public boolean waitsInDoubt() {
            return false;
        }
    }
}
