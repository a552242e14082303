package io.lambdafs.namenode.coherence;

import io.lambdafs.coherence.Scope;

/** What the protocol makes a cache forget. Called by one thread at a time; must not wait for anything. */
public interface CoherentCache {
    /** Forgets what the scope covers. */
    void invalidate(Scope scope);

    /** Forgets everything. */
    void clear();
}
