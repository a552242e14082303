package io.lambdafs.client.tcp;

import java.util.concurrent.TimeoutException;

/**
 * A request that has been sent, for whose answer no thread waits. The caller that has sent it gets a notification of
 * the answer, or takes the request over and waits; it ends the request in any case. Thread-safe.
 */
public final class SentRequest {
    private final InstanceConnection connection;
    private final long number;
    private final AwaitedAnswer answer;
    private final long sentAt;

    SentRequest(InstanceConnection connection, long number, AwaitedAnswer answer, long sentAt) {
        this.connection = connection;
        this.number = number;
        this.answer = answer;
        this.sentAt = sentAt;
    }

    /**
     * Calls a listener once, when there is an answer or there will be none: in the present thread if that is so
     * already, otherwise in the thread that reads all connections. So the listener must not wait.
     */
    public void tell(Runnable listener) {
        answer.tell(listener);
    }

    /**
     * From now on the present thread is the one that waits, and the listener is not called; false if it has been called
     * already.
     */
    public boolean takeOver() {
        return answer.takeOver();
    }

    /**
     * What has arrived.
     *
     * @throws ConnectionLostException if nothing has
     */
    public byte[] answer() throws ConnectionLostException {
        return answer.get();
    }

    /** The size of what has arrived, in bytes; 0 if nothing has. */
    public int answerBytes() {
        return answer.size();
    }

    /** When it was sent, by the client's monotonic clock. */
    public long sentAt() {
        return sentAt;
    }

    /**
     * Waits in the thread that has taken it over, or does not wait because the listener was called.
     *
     * @param timeoutNanos during which this process runs
     * @throws ConnectionLostException if there will be no answer
     * @throws TimeoutException if there was none in time, or the instance stopped giving signs of life
     */
    public byte[] await(long timeoutNanos, WaitWatch watch)
            throws ConnectionLostException, TimeoutException, InterruptedException {
        return connection.awaitSent(answer, timeoutNanos, watch);
    }

    /** Nobody wants the answer any more. Without effect if it has ended. */
    public void end() {
        connection.end(number);
    }
}
