package io.lambdafs.client;

/** The TCP transport, which reaches a deployment only while an instance of it is connected. Thread-safe. */
interface TcpPath extends Transport {
    /** Whether some connection would take a request to this deployment now. */
    boolean reaches(int deployment);

    /** Another deployment that a request could be sent to now; −1 if there is none. */
    int substituteFor(int deployment);

    /** Connections that have ended without a goodbye so far. */
    long lost();

    /** Those of them that were of this deployment. */
    long lost(int deployment);

    /** When an instance of the deployment last told of a call by HTTP, by the client's clock; MIN_VALUE for never. */
    long activatedAt(int deployment);

    /** Whether any instance has ever connected. */
    boolean wasReached();
}
