package io.lambdafs.store.rocks.net;

/**
 * The form of a frame: the length of what follows, a kind, the number of the request, and the payload. Integers have their
 * highest byte first.
 */
final class Frames {
    /** A request that expects an answer. Client to server. */
    static final byte REQUEST = 1;

    /** A request that expects none; its number is 0. Client to server. */
    static final byte TELL = 2;

    /** The answer to the request of that number. Server to client. */
    static final byte ANSWER = 3;

    /** That the answer is too long for a frame; the payload is its length, an int. Server to client. */
    static final byte UNANSWERABLE = 4;

    /** What is before the payload: an int, a byte and a long. */
    static final int HEADER_BYTES = 13;

    /** What the length in the header does not count: itself. */
    static final int LENGTH_BYTES = 4;

    private Frames() {}
}
