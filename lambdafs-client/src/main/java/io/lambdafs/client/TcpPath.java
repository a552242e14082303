package io.lambdafs.client;

/** The TCP transport, which reaches a deployment only while an instance of it is connected. Thread-safe. */
interface TcpPath extends Transport {
    /** Whether some connection would take a request to this deployment now. */
    boolean reaches(int deployment);

    /** Whether any instance has ever connected. */
    boolean wasReached();
}
