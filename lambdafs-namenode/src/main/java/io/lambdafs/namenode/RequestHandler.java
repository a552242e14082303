package io.lambdafs.namenode;

import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import java.util.Optional;

/** Answers requests, whichever transport brought them. Thread-safe. */
@FunctionalInterface
public interface RequestHandler {
    /**
     * Carries out the request and answers it. May block for as long as a store transaction may last. Every failure is an
     * answer: it never throws.
     */
    ResponseEnvelope handle(RequestEnvelope request);

    /**
     * The request as the other methods are to have it, if that is known without waiting: of the caller who has proven to make it. To be
     * called once for a request, before the others. Never blocks, never throws.
     */
    default RequestEnvelope admitted(RequestEnvelope request) {
        return request;
    }

    /**
     * Answers the request if that takes no more than memory, so that a transport can do it on the thread that reads. Never
     * blocks, never throws.
     *
     * @return empty if {@link #handle} is to answer it
     */
    default Optional<ResponseEnvelope> handleAtOnce(RequestEnvelope request) {
        return Optional.empty();
    }

    /**
     * Whether {@link #handleAtOnce} might answer the request, but only after {@link #refresh} was called, which must have been after
     * the request had arrived. Requests that arrived together share one such call. Never blocks, never throws.
     */
    default boolean needsRefresh(RequestEnvelope request) {
        return false;
    }

    /**
     * Brings the memory of {@link #handleAtOnce} up to date with what was acknowledged before this call. May wait for one round trip to
     * the store, also for one that others have begun. Never throws.
     *
     * @return false if the store did not answer, so that {@link #handle} is to answer the requests
     */
    default boolean refresh() {
        return true;
    }

    /**
     * Whether {@link #handle} takes no more than a short read of the store, and nothing that {@link #handleAtOnce} could
     * answer meanwhile would have to wait behind it. Such a request may be carried out on the thread that reads, for a
     * client that asks for one thing at a time. Never blocks, never throws.
     */
    default boolean isShortRead(RequestEnvelope request) {
        return false;
    }

    /**
     * Whether the client that made the request may have this instance connect to an address. To be called after the request was answered. Never
     * blocks, never throws.
     */
    default boolean mayBeCalledBack(RequestEnvelope request, ResponseEnvelope answer) {
        return true;
    }
}
