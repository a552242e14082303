package io.lambdafs.namenode.coherence;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** How a thread waits for what another one brings about; in a simulation its scheduler does that. */
@FunctionalInterface
public interface Waiting {
    Signal newSignal();

    /** Something that happens once. Thread-safe. */
    interface Signal {
        void give();

        /** Waits until it is given, or until the bound is over, or the thread is interrupted; tells whether it was given. */
        boolean await(Duration bound);
    }

    /** With the threads of the machine. */
    static Waiting onThreads() {
        return LatchSignal::new;
    }

    /** A signal on a latch. */
    final class LatchSignal implements Signal {
        private final CountDownLatch latch = new CountDownLatch(1);

        @Override
        public void give() {
            latch.countDown();
        }

        @Override
        public boolean await(Duration bound) {
            try {
                return latch.await(bound.toNanos(), TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }
}
