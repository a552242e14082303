package io.lambdafs.namenode.rpc;

/** Takes the encoded response to one request. */
interface Reply {
    /** Sends it, from any thread. */
    void now(byte[] response);

    /**
     * Sends it together with others: at the latest when the thread that reads has gone through what it found. For that
     * thread only.
     */
    void soon(byte[] response);
}
