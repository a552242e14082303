package io.lambdafs.client;

import io.lambdafs.client.hedge.Cancellation;
import io.lambdafs.client.platform.TransportException;
import io.lambdafs.client.platform.TransportException.Kind;
import io.lambdafs.client.tcp.SentRequest;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.ResponseEnvelope;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One sending of a request: of the same request as every other attempt of the call, to this deployment, for this long. */
final class Attempt {
    private final RequestId id;
    private final byte[] request;
    private final int deployment;
    private final Duration timeout;
    private final Supplier<byte[]> asResubmission;
    private final boolean askingForMore;
    private final String method;
    private final boolean mayGoByHttpToo;
    private final @Nullable SentRequest sent;
    private volatile boolean copied;
    private final Cancellation cancellation = new Cancellation();

    /**
     * An attempt.
     *
     * @param request the encoded request envelope
     * @param asResubmission gives the same request as one that may have been sent before
     */
    Attempt(RequestId id, byte[] request, int deployment, Duration timeout, Supplier<byte[]> asResubmission) {
        this.asResubmission = asResubmission;
        this.id = id;
        this.request = request;
        this.deployment = deployment;
        this.timeout = timeout;
        this.askingForMore = false;
        this.method = "";
        this.mayGoByHttpToo = false;
        this.sent = null;
    }

    private Attempt(
            Attempt same, boolean askingForMore, String method, boolean mayGoByHttpToo, @Nullable SentRequest sent) {
        this.asResubmission = same.asResubmission;
        this.id = same.id;
        this.request = same.request;
        this.deployment = same.deployment;
        this.timeout = same.timeout;
        this.askingForMore = askingForMore;
        this.method = method;
        this.mayGoByHttpToo = mayGoByHttpToo;
        this.sent = sent;
    }

    /** The same attempt, whose request has been sent over TCP. */
    Attempt alreadySent(SentRequest request) {
        return new Attempt(this, askingForMore, method, mayGoByHttpToo, request);
    }

    /** The request if it has been sent over TCP; null if it has yet to be sent. */
    @Nullable
    SentRequest sent() {
        return sent;
    }

    /** The same attempt, not begun yet; by HTTP it asks the platform for another instance of the function, or does not. */
    Attempt askingForMore(boolean asks) {
        return asks == askingForMore ? this : new Attempt(this, asks, method, mayGoByHttpToo, sent);
    }

    /**
     * The same attempt, not begun yet; if it takes longer than others of this method it is sent again to another instance.
     *
     * @param alsoByHttp whether by HTTP, if no other instance is connected
     */
    Attempt repeatable(String ofMethod, boolean alsoByHttp) {
        return new Attempt(this, askingForMore, ofMethod, alsoByHttp, sent);
    }

    /** What is asked; empty if the attempt is not to be sent again while it is under way. */
    String method() {
        return method;
    }

    /** Whether it may be sent again by HTTP. */
    boolean mayGoByHttpToo() {
        return mayGoByHttpToo;
    }

    /** Whether the platform is asked for another instance of the function. */
    boolean isAskingForMore() {
        return askingForMore;
    }

    RequestId id() {
        return id;
    }

    /** The encoded request envelope; not to be changed. */
    byte[] request() {
        return request;
    }

    int deployment() {
        return deployment;
    }

    Duration timeout() {
        return timeout;
    }

    /** The same request, sent once more, to this function, while this attempt may still be under way; waited for no longer. */
    Attempt copy(int otherDeployment, Duration atMost) {
        Duration shorter = timeout.compareTo(atMost) < 0 ? timeout : atMost;
        copied = true;
        return new Attempt(id, asResubmission.get(), otherDeployment, shorter, asResubmission);
    }

    /** Whether the request was sent once more while this attempt was under way. */
    boolean wasCopied() {
        return copied;
    }

    /** Ends the wait for this attempt. */
    Cancellation cancellation() {
        return cancellation;
    }

    /** The response that these bytes are, checked to be the one to this request. */
    ResponseEnvelope responseFrom(byte[] bytes) throws TransportException {
        try {
            ResponseEnvelope response = ResponseEnvelope.decode(bytes);
            if (response.id().equals(id)) {
                return response;
            }
            throw new TransportException(Kind.GARBLED, "The response belongs to another request");
        } catch (MalformedEnvelopeException e) {
            throw new TransportException(Kind.GARBLED, "The response is malformed: " + e.getMessage());
        }
    }
}
