package io.lambdafs.namenode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.coherence.Scope;

/**
 * An attempt that turned out to change a directory with all below it, for which it must begin anew: the other NameNodes
 * must get the invalidation before it takes locks. Costs no stack trace; never leaves the executor.
 */
final class SubtreeNotQuiesced extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Scope scope;

    SubtreeNotQuiesced(Scope scope) {
        super("a subtree operation began as another one", null, false, false);
        this.scope = requireNonNull(scope, "scope");
    }

    /** What the next attempt is to have forgotten first. */
    Scope scope() {
        return scope;
    }
}
