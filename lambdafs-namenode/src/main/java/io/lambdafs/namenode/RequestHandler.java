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
     * Answers the request if that takes no more than memory, so that a transport can do it on the thread that reads. Never
     * blocks, never throws.
     *
     * @return empty if {@link #handle} is to answer it
     */
    default Optional<ResponseEnvelope> handleAtOnce(RequestEnvelope request) {
        return Optional.empty();
    }
}
