package io.lambdafs.coordinator.zk;

import io.lambdafs.store.WriterId;
import java.util.List;

/**
 * Where the znodes of coherence are.
 *
 * @param cluster the znode below which everything of the cluster is
 * @param members the directory of the members' znodes
 */
record ZnodePaths(String cluster, String members) {
    static ZnodePaths of(ZooKeeperConfig config) {
        return new ZnodePaths(config.clusterPath(), config.membersPath());
    }

    /** What must exist before a member can register, each after what it is in; the last of them tells that all do. */
    List<String> foundations() {
        return List.of(ZooKeeperConfig.ROOT, cluster, members, cluster + "/coherence", invs(), acks());
    }

    String member(String name) {
        return members + '/' + name;
    }

    String invs() {
        return cluster + "/coherence/inv";
    }

    /** The directory of the INVs to a deployment. */
    String invs(int deployment) {
        return invs() + '/' + deployment;
    }

    String acks() {
        return cluster + "/coherence/acks";
    }

    /** The directory of what is acknowledged to a member. */
    String acks(WriterId member) {
        return acks() + '/' + member.value();
    }

    /** The last component of a path. */
    static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
