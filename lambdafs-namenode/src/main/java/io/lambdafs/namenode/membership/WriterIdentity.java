package io.lambdafs.namenode.membership;

import io.lambdafs.store.WriterId;

/** Under which name this NameNode writes to the store now. Thread-safe. */
public interface WriterIdentity {
    /**
     * The present name; registers one with the store when there is none yet.
     *
     * @throws io.lambdafs.store.StoreException if registering failed
     * @throws io.lambdafs.deployments.WrongDeploymentsException if this NameNode divides the namespace differently
     */
    WriterId current();

    /**
     * Says that the store refused this name as fenced: the next {@link #current} gives a new one. Without effect if the
     * name has been replaced already.
     */
    void fenced(WriterId refused);
}
