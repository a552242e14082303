package io.lambdafs.coherence;

import io.lambdafs.coordinate.Coordinator;

/** One process's way to a coordinator: who is there, and how NameNodes reach each other. Thread-safe. */
public interface Coordination extends AutoCloseable {
    Coordinator coordinator();

    /** The carrier; the same at each call. */
    CoherenceCarrier carrier();

    /** Leaves, and closes both. */
    @Override
    void close();
}
