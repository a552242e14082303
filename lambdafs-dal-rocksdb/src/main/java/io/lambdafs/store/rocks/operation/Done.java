package io.lambdafs.store.rocks.operation;

/** The result of an operation that has none, and the argument of one that needs none. */
public enum Done {
    DONE
}
