package io.lambdafs.coordinator.ndb;

import io.lambdafs.coordinate.Coordinator.MembershipListener;
import io.lambdafs.store.StoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One listener's view of the members. Used by the coordinator's thread. */
final class MembershipWatch {
    private static final Logger log = LoggerFactory.getLogger(MembershipWatch.class);

    private final Members members;
    private final MembershipListener listener;

    MembershipWatch(Members members, MembershipListener listener) {
        this.members = members;
        this.listener = listener;
    }

    /** Looks, and tells what has changed. */
    void look() {
        try {
            Members.Change change = members.look();
            change.joined().forEach(row -> tell(() -> listener.joined(row.member())));
            change.departed().forEach(row -> tell(() -> listener.departed(row.member())));
        } catch (StoreException e) {
            // The next look comes soon, and finds what this one would have.
            return;
        }
    }

    private static void tell(Runnable news) {
        try {
            news.run();
        } catch (RuntimeException e) {
            log.atError().setMessage("a membership listener failed").setCause(e).log();
        }
    }
}
