package io.lambdafs.coordinator.ndb;

import io.lambdafs.store.ndb.cluster.NdbCluster;
import io.lambdafs.store.ndb.cluster.RowEvents;
import io.lambdafs.store.ndb.cluster.Subscription;
import java.util.List;

/** The cluster's events, by which a member hears that it should look before its time; or none. */
@FunctionalInterface
interface Events {
    /** Nobody tells: a member that wants to know has to look. */
    Events NONE = (subscriptions, heard) -> () -> {};

    Listening listen(List<Subscription> subscriptions, Runnable heard);

    /** Goes on until closed. */
    @FunctionalInterface
    interface Listening {
        void close();
    }

    /** The events of a cluster. */
    static Events of(NdbCluster cluster) {
        return (subscriptions, heard) -> RowEvents.listen(cluster, subscriptions, heard)::close;
    }
}
