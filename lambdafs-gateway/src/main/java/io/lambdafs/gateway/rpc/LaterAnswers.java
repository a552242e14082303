package io.lambdafs.gateway.rpc;

import io.lambdafs.gateway.call.BegunCall;
import java.io.Closeable;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.ipc.ProtobufRpcEngineCallback2;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.thirdparty.protobuf.Message;

/**
 * Calls whose handlers do not wait. The thread that reads the answers of all instances sends them on to the clients, so
 * no handler is woken for that. A thread of its own finishes a call that is not answered soon, whose answer does not
 * end it, or whose answer is so large that others would wait. That thread waits and tries again as a handler would.
 * Thread-safe.
 */
final class LaterAnswers implements Closeable {
    /** After so long a thread waits for an answer. It is less than after what a request counts as a straggler. */
    private static final long SOON_MILLIS = 20;

    private static final long IDLE_SECONDS = 10;

    /** What the thread that reads answers sends on itself. */
    private static final int LARGE_BYTES = 64 << 10;

    private final Semaphore places;
    private final ExecutorService finishing;
    private final ScheduledExecutorService looking;
    private final Queue<LaterAnswer> lately = new ConcurrentLinkedQueue<>();

    /** For so many calls at most that have begun and are not over. */
    LaterAnswers(int most) {
        places = new Semaphore(most);
        // Two threads for each place, so that no task is refused: a thread may still run although its call has just
        // been answered.
        finishing = new ThreadPoolExecutor(
                0, 2 * most, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), named("gateway-finishing"));
        looking = Executors.newSingleThreadScheduledExecutor(named("gateway-looking"));
        ScheduledFuture<?> unused =
                looking.scheduleWithFixedDelay(this::look, SOON_MILLIS, SOON_MILLIS, TimeUnit.MILLISECONDS);
    }

    private static ThreadFactory named(String name) {
        return work -> {
            Thread thread = new Thread(work, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Takes a place for a call, which frees it when it is over; false if there is none, and a handler has to wait. */
    boolean takePlace() {
        return places.tryAcquire();
    }

    /** The call for which a place was taken is over. */
    void freePlace() {
        places.release();
    }

    /** Answers a call that is under way and has a place, when its answer is there. */
    void answer(BegunCall call, Message prototype, ProtobufRpcEngineCallback2 client) {
        LaterAnswer later = new LaterAnswer(call, prototype, client);
        // In this order: no thread can take over a call before the listener is set.
        call.tell(later::arrived);
        lately.add(later);
    }

    private void look() {
        long now = System.nanoTime();
        for (LaterAnswer oldest = lately.peek(); oldest != null && oldest.mayGo(now); oldest = lately.peek()) {
            lately.remove();
            oldest.takeOver();
        }
    }

    @Override
    public void close() {
        looking.shutdownNow();
        finishing.shutdown();
    }

    /** One call. */
    private final class LaterAnswer {
        private final BegunCall call;
        private final Message prototype;
        private final ProtobufRpcEngineCallback2 client;
        private final long since = System.nanoTime();
        private final AtomicBoolean over = new AtomicBoolean();
        private volatile boolean told;

        LaterAnswer(BegunCall call, Message prototype, ProtobufRpcEngineCallback2 client) {
            this.call = call;
            this.prototype = prototype;
            this.client = client;
        }

        boolean mayGo(long now) {
            return told || now - since >= TimeUnit.MILLISECONDS.toNanos(SOON_MILLIS);
        }

        /** By the thread that reads the answers of all. */
        void arrived() {
            told = true;
            try {
                passOn();
            } catch (RuntimeException e) {
                // A defect of one call; the thread has the answers of all others to read.
                fail(e);
            }
        }

        private void passOn() {
            byte[] response = call.answerBytes() > LARGE_BYTES ? null : call.arrived();
            if (response == null) {
                finishElsewhere();
                return;
            }
            over();
            client.setResponse(new EncodedMessage(prototype, response));
        }

        private void over() {
            if (over.compareAndSet(false, true)) {
                freePlace();
            }
        }

        void takeOver() {
            if (!told) {
                finishElsewhere(() -> {
                    if (call.takeOver()) {
                        finish();
                    }
                });
            }
        }

        private void finishElsewhere() {
            finishElsewhere(this::finish);
        }

        private void finishElsewhere(Runnable finishing) {
            try {
                LaterAnswers.this.finishing.execute(finishing);
            } catch (RejectedExecutionException e) {
                fail(new IOException("The gateway is being closed", e));
            }
        }

        /** Nothing stays of the call, neither here nor with the connection on which its answer came. */
        private void fail(Exception reason) {
            over();
            try {
                call.abandon();
            } finally {
                client.error(reason);
            }
        }

        private void finish() {
            try {
                client.setResponse(new EncodedMessage(prototype, call.finish()));
            } catch (RemoteException e) {
                client.error(HdfsExceptions.of(e));
            } catch (IOException | RuntimeException e) {
                client.error(e);
            } finally {
                over();
            }
        }
    }
}
