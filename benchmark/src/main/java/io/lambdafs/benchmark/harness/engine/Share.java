package io.lambdafs.benchmark.harness.engine;

/**
 * Which of the processes of a run this is.
 *
 * @param index from 0
 * @param count how many there are
 */
public record Share(int index, int count) {
    /** The only one. */
    public static final Share ALL = new Share(0, 1);

    public Share {
        if (index < 0 || index >= count) {
            throw new IllegalArgumentException("a process is one of 0.." + (count - 1) + ", not " + index);
        }
    }

    /** Whether a client, by its number in the whole run, belongs to this process. */
    boolean has(int client) {
        return client % count == index;
    }
}
