package io.lambdafs.namenode.rpc;

/**
 * How many requests a thread finds each time that it looks for some. For that thread only.
 *
 * <p>Answers to requests that come together go together, which spares both sides most of their calls to the kernel. A caller that
 * asks alone had better not wait for the thread to look once more.
 */
final class Turns {
    /** Turns with one request after which several are no longer expected. */
    static final int MEMORY = 8;

    private int found;
    private int expectSeveral;

    /** The thread is about to look. Turns in which it found nothing do not count. */
    void begin() {
        if (found > 1) {
            expectSeveral = MEMORY;
        } else if (found == 1 && expectSeveral > 0) {
            expectSeveral--;
        }
        found = 0;
    }

    void found() {
        found++;
    }

    /** Whether this turn has brought several requests, or is likely to, as one of the last did. */
    boolean bringSeveral() {
        return found > 1 || expectSeveral > 0;
    }
}
