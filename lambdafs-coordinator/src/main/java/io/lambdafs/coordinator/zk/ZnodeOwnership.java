package io.lambdafs.coordinator.zk;

import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.data.ACL;
import org.jspecify.annotations.Nullable;

/**
 * Takes znodes away from everybody but the processes of a cluster, when it goes into secure mode, and gives them back when it
 * leaves it. Each step may be repeated, so a process that is interrupted begins again.
 */
final class ZnodeOwnership {
    /** Everybody may read it and nobody change it. */
    private static final String CONFIGURATION = "/zookeeper/config";

    private final CuratorFramework curator;

    ZnodeOwnership(CuratorFramework curator) {
        this.curator = curator;
    }

    /**
     * Takes a znode and everything below, unless that has been done. The znode itself comes last but for what others made below it
     * meanwhile: so one that is taken has nothing below it that is not.
     */
    void take(String root) throws Exception {
        if (isOthers(root)) {
            setBelow(root, Ids.CREATOR_ALL_ACL);
            set(root, Ids.CREATOR_ALL_ACL);
            setBelow(root, Ids.CREATOR_ALL_ACL);
        }
    }

    /** Takes a znode, and leaves alone what is below: of other clusters, perhaps. */
    void takeAlone(String path) throws Exception {
        if (isOthers(path)) {
            set(path, Ids.CREATOR_ALL_ACL);
        }
    }

    private boolean isOthers(String path) throws Exception {
        List<ACL> acl = acl(path);
        return acl != null && !ZooKeeperAccess.isRestricted(acl);
    }

    /** Opens a znode and everything below to everybody. */
    void giveBack(String root) throws Exception {
        set(root, Ids.OPEN_ACL_UNSAFE);
        setBelow(root, Ids.OPEN_ACL_UNSAFE);
    }

    private void setBelow(String parent, List<ACL> wanted) throws Exception {
        for (String name : children(parent)) {
            String path = parent.endsWith("/") ? parent + name : parent + '/' + name;
            if (!path.equals(CONFIGURATION)) {
                // From the top down: once a znode is taken, no stranger makes another one in it.
                set(path, wanted);
                setBelow(path, wanted);
            }
        }
    }

    private List<String> children(String path) throws Exception {
        try {
            return curator.getChildren().forPath(path);
        } catch (NoNodeException gone) {
            return List.of();
        }
    }

    private @Nullable List<ACL> acl(String path) throws Exception {
        try {
            return curator.getACL().forPath(path);
        } catch (NoNodeException gone) {
            return null;
        }
    }

    private void set(String path, List<ACL> wanted) throws Exception {
        try {
            curator.setACL().withACL(wanted).forPath(path);
        } catch (NoNodeException gone) {
            // The process that makes it again gives it what it needs.
            return;
        }
    }
}
