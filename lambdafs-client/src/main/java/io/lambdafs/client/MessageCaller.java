package io.lambdafs.client;

import io.lambdafs.client.failure.FailedCall;
import io.lambdafs.client.tcp.SentRequest;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.ResponseEnvelope;
import io.lambdafs.wire.trace.Tracing;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.thirdparty.protobuf.Message;
import org.jspecify.annotations.Nullable;

/**
 * Carries calls of ClientProtocol for processes that have them as messages, for many users, under numbers that somebody else gave
 * them: for a gateway. Thread-safe.
 *
 * <p>Routing, transports, retries and limits are those of the plugin. A call waits for {@code
 * lambdafs.client.total-timeout-millis} at most.
 */
public final class MessageCaller implements Closeable {
    private final Cluster cluster;
    private final RequestRouter router = new RequestRouter("");
    private final AtomicBoolean closed = new AtomicBoolean();

    private MessageCaller(Cluster cluster) {
        this.cluster = cluster;
    }

    /**
     * One for the cluster of a configuration, with the settings of the plugin.
     *
     * @throws IOException if a setting is unusable, or the server at which functions connect back cannot be opened
     */
    public static MessageCaller open(Configuration configuration) throws IOException {
        try {
            ClientConfig config = new ClientConfigSources(configuration, System.getenv()).load();
            if (config.isSecure() && !config.serviceKeyFile().isPresent()) {
                throw new IOException(
                        "The λFS client: a program that speaks for others in secure mode needs a service key: set "
                                + ClientKey.SERVICE_KEY_FILE.key());
            }
            return new MessageCaller(JvmClusters.instance().acquire(config));
        } catch (IllegalArgumentException e) {
            throw new IOException("The λFS client: " + e.getMessage(), e);
        }
    }

    /**
     * Calls a method.
     *
     * @param id the call's number; a call with the number of an earlier one that changed something is not executed again, but
     *     gets the earlier one's outcome
     * @param repeated whether the call may have been made before, perhaps by another process
     * @param caller on whose behalf
     * @return the response message, in protobuf's encoding
     * @throws FailedCall for a failure of any kind, with the class and the message of HDFS's exception
     * @throws InterruptedIOException if the thread was interrupted; it is still marked so
     */
    public byte[] call(RequestId id, boolean repeated, Caller caller, String method, Message request)
            throws IOException {
        return payload(answer(of(id, repeated, caller, method, request)));
    }

    private Call of(RequestId id, boolean repeated, Caller caller, String method, Message request) throws IOException {
        Route fallback = Route.spreadBy(id.client().toString());
        Call call = new Call(id, caller, router.route(method, request, fallback), method, request.toByteArray())
                .signedWith(cluster.serviceKeys().current());
        return repeated ? call.repeated() : call;
    }

    private static byte[] payload(ResponseEnvelope response) throws FailedCall {
        if (!response.succeeded()) {
            ErrorCode error = response.error();
            ErrorCode code = error == null ? ErrorCode.INTERNAL : error;
            throw new FailedCall(HdfsErrors.className(code), response.message(), code.kind());
        }
        return response.payload();
    }

    /**
     * Begins a call: sends its request if it goes over a connection. Waits only for a turn by HTTP, and while it is asked how many functions
     * there are.
     *
     * @throws InterruptedIOException if the thread was interrupted; it is still marked so
     */
    public Begun begin(RequestId id, boolean repeated, Caller caller, String method, Message request)
            throws IOException {
        Call call = of(id, repeated, caller, method, request);
        try {
            return new Begun(call, cluster.begin(call));
        } catch (InterruptedException e) {
            throw interrupted(call);
        }
    }

    /**
     * A call that has begun. Either nothing was sent; then it has to be finished. Or no thread waits for the answer;
     * then a listener is called, which asks for the answer, and finishes the call if the answer does not end it. For
     * one thread at a time.
     */
    public static final class Begun {
        private final Call call;
        private final ResubmittingCaller.BegunCall begun;

        private Begun(Call call, ResubmittingCaller.BegunCall begun) {
            this.call = call;
            this.begun = begun;
        }

        /** Whether a request was sent, for whose answer no thread waits. */
        public boolean isUnderWay() {
            return begun.sent() != null;
        }

        /**
         * Calls the listener once, when there is an answer or there will be none. If that is so already, the present
         * thread calls it. Otherwise the thread that reads all connections does, so the listener must not wait. It is
         * never called if nothing was sent.
         */
        public void tell(Runnable listener) {
            SentRequest sent = begun.sent();
            if (sent != null) {
                sent.tell(listener);
            }
        }

        /**
         * Withdraws the listener, so that the present thread may finish the call; false if it has been called already.
         */
        public boolean takeOver() {
            SentRequest sent = begun.sent();
            return sent != null && sent.takeOver();
        }

        /** The size of the answer that has arrived, in bytes; 0 if there is none. */
        public int answerBytes() {
            SentRequest sent = begun.sent();
            return sent == null ? 0 : sent.answerBytes();
        }

        /** The response message, if it has arrived and ends the call; null if the call has to be finished. */
        public byte @Nullable [] arrived() {
            ResponseEnvelope response = begun.arrived();
            return response == null ? null : response.payload();
        }

        /** Nobody wants the answer any more: for a call that can be neither answered nor finished. Without effect if it has ended. */
        public void abandon() {
            SentRequest sent = begun.sent();
            if (sent != null) {
                sent.end();
            }
        }

        /** Waits for the response message, and fails, as {@link MessageCaller#call} does. */
        public byte[] finish() throws IOException {
            try {
                return payload(begun.finish());
            } catch (InterruptedException e) {
                throw interrupted(call);
            }
        }
    }

    /** Makes the spans of the calls; closed with this. */
    public Tracing tracing() {
        return cluster.tracing();
    }

    private ResponseEnvelope answer(Call call) throws InterruptedIOException {
        try {
            return cluster.call(call);
        } catch (InterruptedException e) {
            throw interrupted(call);
        }
    }

    private static InterruptedIOException interrupted(Call call) {
        Thread.currentThread().interrupt();
        return new InterruptedIOException(call.method() + " was interrupted");
    }

    /** Gives back what it shares with other clients of this JVM. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            JvmClusters.instance().release(cluster);
        }
    }
}
