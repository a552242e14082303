package io.lambdafs.client.tcp;

/** Is called when a caller waits long for an answer. */
public interface WaitWatch {
    /** Says that a wait is never long. */
    long NEVER = Long.MAX_VALUE;

    /** Does nothing. */
    WaitWatch NONE = new WaitWatch() {
        @Override
        public long limitNanos() {
            return NEVER;
        }

        @Override
        public void exceeded(String instance, Runnable endsWait) {}
    };

    /** After how long a wait is long; {@link #NEVER} for never. */
    long limitNanos();

    /**
     * The wait has been long. Called once, by the caller's thread; must not wait.
     *
     * @param instance the instance that has not answered yet
     * @param endsWait ends the wait as the loss of the connection would, from any thread. It is to be run only if
     *     another instance has answered. For a while, this instance then gets requests only where there is no other.
     */
    void exceeded(String instance, Runnable endsWait);
}
