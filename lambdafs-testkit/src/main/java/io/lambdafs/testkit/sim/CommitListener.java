package io.lambdafs.testkit.sim;

import io.lambdafs.wire.RequestId;
import java.util.Optional;

/** Hears of each commit, at the moment when it is done and before anything else happens. */
@FunctionalInterface
public interface CommitListener {
    /**
     * A transaction has been committed.
     *
     * @param request whose it was, if it was a request's
     */
    void committed(SimProcess process, Optional<RequestId> request);
}
