package io.lambdafs.coordinator.zk;

import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.curator.retry.RetryUntilElapsed;
import org.apache.zookeeper.data.ACL;

/** Makes clients of ZooKeeper that show what they are to show, and give others no part in what they make. */
final class ZooKeeperClient {
    private static final int PAUSE_BETWEEN_ATTEMPTS_MILLIS = 100;

    private ZooKeeperClient() {}

    /** One that has not been started. */
    static CuratorFramework of(ZooKeeperConfig config) {
        CuratorFrameworkFactory.Builder builder = CuratorFrameworkFactory.builder()
                .connectString(config.connectString())
                .sessionTimeoutMs(config.sessionTimeoutMillis())
                .connectionTimeoutMs(Math.min(config.boundMillis(), config.sessionTimeoutMillis()))
                .retryPolicy(new RetryUntilElapsed(config.boundMillis(), PAUSE_BETWEEN_ATTEMPTS_MILLIS))
                // Following changes of the ensemble costs classes and requests at each start.
                .ensembleTracker(false);
        ZooKeeperAccess access = config.access();
        if (access.isRestricted()) {
            builder.authorization(ZooKeeperAccess.SCHEME, access.proof()).aclProvider(new SameAcl(access.acl()));
        }
        return builder.build();
    }

    /** The same for every znode. */
    private record SameAcl(List<ACL> acl) implements ACLProvider {
        @Override
        public List<ACL> getDefaultAcl() {
            return acl;
        }

        @Override
        public List<ACL> getAclForPath(String path) {
            return acl;
        }
    }
}
