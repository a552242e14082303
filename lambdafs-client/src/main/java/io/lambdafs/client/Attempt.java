package io.lambdafs.client;

import io.lambdafs.client.TransportException.Kind;
import io.lambdafs.client.hedge.Cancellation;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.ResponseEnvelope;
import java.time.Duration;
import java.util.function.Supplier;

/** One sending of a request: of the same request as every other attempt of the call, to this deployment, for this long. */
final class Attempt {
    private final RequestId id;
    private final byte[] request;
    private final int deployment;
    private final Duration timeout;
    private final Supplier<byte[]> asResubmission;
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
