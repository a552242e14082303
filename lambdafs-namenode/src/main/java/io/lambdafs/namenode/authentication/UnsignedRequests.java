package io.lambdafs.namenode.authentication;

import io.lambdafs.namenode.RequestFilter;
import io.lambdafs.namenode.RequestHandler;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import java.util.Optional;

/** Refuses signed requests, in a cluster in simple mode: a client that signs expects that all clients must sign. Thread-safe. */
public final class UnsignedRequests extends RequestFilter {
    /** In front of this handler. */
    public UnsignedRequests(RequestHandler handler) {
        super(handler);
    }

    @Override
    protected Optional<ResponseEnvelope> refusal(RequestEnvelope request) {
        return request.signature() == null
                ? Optional.empty()
                : Optional.of(
                        ResponseEnvelope.failure(
                                request.id(),
                                ErrorCode.UNAUTHENTICATED,
                                "this λFS is in simple mode, in which anybody may say that they are anybody, and the client is set to secure"
                                        + " mode: start λFS with --secure, or set lambdafs.client.secure of the client to false"));
    }
}
