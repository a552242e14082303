package io.lambdafs.namenode;

import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;

/** Answers requests, whichever transport brought them. Thread-safe. */
@FunctionalInterface
public interface RequestHandler {
    /**
     * Carries out the request and answers it. May block for as long as a store transaction may last. Every failure is an
     * answer: it never throws.
     */
    ResponseEnvelope handle(RequestEnvelope request);
}
