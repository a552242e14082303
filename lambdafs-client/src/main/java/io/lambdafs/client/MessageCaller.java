package io.lambdafs.client;

import io.lambdafs.client.failure.FailedCall;
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
        Route fallback = Route.spreadBy(id.client().toString());
        Call call = new Call(id, caller, router.route(method, request, fallback), method, request.toByteArray())
                .signedWith(cluster.serviceKeys().current());
        ResponseEnvelope response = answer(repeated ? call.repeated() : call);
        if (!response.succeeded()) {
            ErrorCode error = response.error();
            ErrorCode code = error == null ? ErrorCode.INTERNAL : error;
            throw new FailedCall(HdfsErrors.className(code), response.message(), code.kind());
        }
        return response.payload();
    }

    /** Makes the spans of the calls; closed with this. */
    public Tracing tracing() {
        return cluster.tracing();
    }

    private ResponseEnvelope answer(Call call) throws InterruptedIOException {
        try {
            return cluster.call(call);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(call.method() + " was interrupted");
        }
    }

    /** Gives back what it shares with other clients of this JVM. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            JvmClusters.instance().release(cluster);
        }
    }
}
