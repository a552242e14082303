package io.lambdafs.benchmark.harness.arrival;

/** When the operations of an open loop are due, one after another. For one thread. */
@FunctionalInterface
public interface Arrivals {
    /** A time that does not come. */
    long NEVER = Long.MAX_VALUE;

    /**
     * When the next operation is due.
     *
     * @return nanoseconds after the beginning, never less than before; {@link #NEVER} when there are no more
     */
    long next();

    /**
     * The part of these that one of several processes performs: every one of so many. Together the processes offer exactly the whole load.
     *
     * @param index from 0
     * @param count how many processes there are
     */
    default Arrivals share(int index, int count) {
        if (index < 0 || index >= count) {
            throw new IllegalArgumentException("a share is one of 0.." + (count - 1) + ", not " + index);
        }
        return new Arrivals() {
            private boolean begun;

            @Override
            public long next() {
                int skipped = begun ? count - 1 : index;
                begun = true;
                for (int i = 0; i < skipped; i++) {
                    if (Arrivals.this.next() == NEVER) {
                        return NEVER;
                    }
                }
                return Arrivals.this.next();
            }
        };
    }
}
