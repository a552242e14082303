package io.lambdafs.client;

import io.lambdafs.client.platform.TransportException;
import io.lambdafs.wire.ResponseEnvelope;

/** A way to a NameNode. Thread-safe. */
interface Transport {
    /**
     * Sends the request once and waits for its answer, no longer than the attempt says.
     *
     * @return the NameNode's answer to this request id, be it a result or an error
     * @throws TransportException if there was none
     */
    ResponseEnvelope send(Attempt attempt) throws TransportException, InterruptedException;
}
