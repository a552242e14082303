package io.lambdafs.namenode.op.file;

import io.lambdafs.lease.LeaseLimits;
import io.lambdafs.store.Transaction;

/** Renews the leases of clients that begin to write. */
final class Leases {
    private final LeaseLimits limits;

    Leases(LeaseLimits limits) {
        this.limits = limits;
    }

    /**
     * Makes sure that the client has a young lease. One that is young already is left alone: a renewal locks its row, and
     * would run all of a client's creations one after another.
     */
    void ensure(Transaction tx, String client) {
        boolean young = tx.leases()
                .age(client)
                .filter(age -> age.compareTo(limits.soft().dividedBy(4)) < 0)
                .isPresent();
        if (!young) {
            tx.leases().renew(client);
        }
    }
}
