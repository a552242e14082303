package io.lambdafs.client;

import io.lambdafs.client.TransportException.Kind;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.ResponseEnvelope;
import java.time.Duration;

/** One sending of a request: of the same request as every other attempt of the call, to this deployment, for this long. */
final class Attempt {
    private final RequestId id;
    private final byte[] request;
    private final int deployment;
    private final Duration timeout;

    Attempt(RequestId id, byte[] request, int deployment, Duration timeout) {
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
