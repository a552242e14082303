package io.lambdafs.namenode;

import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;

/** Hears of every operation that a NameNode has carried out or refused. Thread-safe. */
@FunctionalInterface
public interface OperationObserver {
    /** Hears nothing. */
    OperationObserver NONE = (request, response) -> {};

    /**
     * An operation was answered. Called on the thread that answers, before the answer leaves: it must neither block nor throw. A
     * request that comes again and gets the answer that this NameNode remembers is no further operation.
     */
    void answered(RequestEnvelope request, ResponseEnvelope response);
}
