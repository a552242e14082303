package io.lambdafs.store.ndb;

import io.lambdafs.system.Stack;
import io.lambdafs.testkit.ndb.LocalNdbCluster;
import java.io.IOException;

/** A system that has nothing but an NDB cluster: neither PostgreSQL nor ZooKeeper. */
final class NdbSystem {
    private NdbSystem() {}

    /** One that is not started yet. */
    static Stack over(LocalNdbCluster cluster, int deployments, int dataNodes) throws IOException {
        return Stack.unstarted(
                deployments,
                dataNodes,
                "--store",
                "ndb",
                "--ndb-connectstring",
                cluster.connectString(),
                "--coordinator",
                "ndb");
    }
}
