package io.lambdafs.coordinator.ndb;

import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.ndb.cluster.ClusterAddress;
import io.lambdafs.store.ndb.cluster.ClusterTransaction;
import io.lambdafs.store.ndb.cluster.NdbCluster;
import io.lambdafs.store.ndb.cluster.ReadLock;
import java.util.List;

/**
 * Prints the process ids of the members of the cluster that {@code LAMBDAFS_STORE_URL} names, one a line. For a program that
 * has no NDB on its class path.
 */
public final class MembersMain {
    private MembersMain() {}

    public static void main(String[] args) {
        String url = System.getenv().getOrDefault("LAMBDAFS_STORE_URL", "");
        try {
            members(url).stream()
                    .filter(row -> !row.hasDeparted())
                    .mapToLong(row -> row.member().pid())
                    .distinct()
                    .forEach(System.out::println);
        } catch (StoreException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    private static List<Registered> members(String url) {
        StoreConfig config = new StoreConfig(url, "", "", 1, StoreConfig.Bounds.defaults());
        try (NdbCluster cluster = NdbCluster.connect(ClusterAddress.of(url), config)) {
            if (!cluster.hasTable(CoordinationSchema.MEMBERS)) {
                return List.of();
            }
            try (ClusterTransaction transaction = cluster.begin(config.bounds().transaction())) {
                return transaction.scan(MemberRows.all(ReadLock.NONE));
            }
        }
    }
}
