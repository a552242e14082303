package io.lambdafs.client.platform;

import java.time.Duration;

/**
 * What runs the functions: how a client invokes one, and learns how many there are. One adapter for each kind of platform; it
 * translates the platform's statuses to {@link TransportException}. Thread-safe.
 */
public interface FunctionPlatform {
    /** Where it is, for messages. */
    String name();

    /**
     * Invokes a function once.
     *
     * @return the encoded response envelope; whose it is has not been checked
     * @throws TransportException if there is none, saying what to do about that
     */
    byte[] invoke(FunctionCall call) throws TransportException, InterruptedException;

    /**
     * How many functions there are, as the platform knows; one where it does not know. An instance that was asked by a number which
     * is wrong answers with the right one.
     *
     * @throws TransportException if there is none, or the platform does not say
     */
    int count(Duration timeout) throws TransportException, InterruptedException;
}
