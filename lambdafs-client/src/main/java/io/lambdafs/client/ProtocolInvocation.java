package io.lambdafs.client;

import io.lambdafs.client.authentication.CallKeys;
import io.lambdafs.client.authentication.CallerIdentity;
import io.lambdafs.client.listing.ListingMessages;
import io.lambdafs.client.subtree.Overlays;
import io.lambdafs.client.subtree.SubtreeCalls;
import io.lambdafs.client.subtree.WrappedBytes;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.ResponseEnvelope;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.apache.hadoop.thirdparty.protobuf.Message;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.jspecify.annotations.Nullable;

/** Behind the protobuf service interface: takes every call as a method name and a message. Thread-safe. */
final class ProtocolInvocation implements InvocationHandler, SubtreeCalls {
    private final Cluster cluster;
    private final Caller caller;
    private final CallKeys keys;
    private final Overlays overlays;
    private final UUID client = UUID.randomUUID();
    private final AtomicLong sequence = new AtomicLong();
    private final RequestRouter router = new RequestRouter(client.toString());
    private final ResponseMessages responses = new ResponseMessages();

    /**
     * Calls a cluster.
     *
     * @param keys what the caller signs with
     * @param overlays the caller's overlays: a call carries the overlay for which it is made, so that NameNodes do not
     *     refuse it what that overlay holds
     */
    ProtocolInvocation(Cluster cluster, Caller caller, CallKeys keys, Overlays overlays) {
        this.cluster = cluster;
        this.caller = caller;
        this.keys = keys;
        this.overlays = overlays;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws ServiceException {
        if (arguments == null || arguments.length != 2 || !(arguments[1] instanceof Message)) {
            return ofObject(proxy, method, arguments);
        }
        try {
            return call(method, (Message) arguments[1]);
        } catch (IOException e) {
            throw new ServiceException(e);
        }
    }

    private @Nullable Message call(Method method, Message request) throws IOException {
        return call(method.getName(), request, response -> responses.parse(method, response));
    }

    /** Calls, and returns what is made of the response. */
    <T> @Nullable T call(String method, Message request, Interpretation<T> interpretation) throws IOException {
        return call(method, router.route(method, request), request, interpretation);
    }

    /** As {@link #call(String, Message, Interpretation)}, with a route of the caller's own. */
    <T> @Nullable T call(String method, Route route, Message request, Interpretation<T> interpretation)
            throws IOException {
        RequestId id = new RequestId(client, sequence.incrementAndGet());
        Caller asking = CallerIdentity.inContext(caller).holding(overlays.holding(route.text()));
        ResponseEnvelope response =
                answer(new Call(id, asking, route, method, request.toByteArray()).signedWith(keys.current()));
        if (!response.succeeded()) {
            throw HdfsErrors.of(response);
        }
        try {
            return interpretation.of(response.payload());
        } catch (InvalidProtocolBufferException e) {
            throw HdfsErrors.of(ErrorCode.INTERNAL, "The response to " + method + " is malformed");
        }
    }

    @Override
    public byte[] call(String method, String route, byte[] message) throws IOException {
        Route way = route.startsWith("/") ? Route.toOwnerOf(route) : Route.spreadBy(route);
        byte[] response = call(method, way, WrappedBytes.wrap(message), bytes -> bytes);
        return response == null ? new byte[0] : response;
    }

    @Override
    public @Nullable DirectoryListing list(String path, byte[] startAfter) throws IOException {
        return call("getListing", ListingMessages.request(path, startAfter), ListingMessages::listing);
    }

    /** What is made of an encoded message. */
    interface Interpretation<T> {
        @Nullable
        T of(byte[] response) throws InvalidProtocolBufferException;
    }

    /** Hadoop does not call again when the thread is marked as interrupted, so the mark is put back. */
    private ResponseEnvelope answer(Call call) throws InterruptedIOException {
        try {
            return cluster.call(call);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(call.method() + " was interrupted");
        }
    }

    private static Object ofObject(Object proxy, Method method, Object @Nullable [] arguments) {
        switch (method.getName()) {
            case "equals":
                return arguments != null && proxy == arguments[0];
            case "hashCode":
                return System.identityHashCode(proxy);
            default:
                return "λFS client";
        }
    }
}
