package io.lambdafs.coordinator.zk;

import io.lambdafs.coherence.CoordinatorException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException.NoAuthException;
import org.apache.zookeeper.KeeperException.NoNodeException;

/**
 * The znodes of the members, for processes that need not be members themselves. Every failure is a {@link CoordinatorException},
 * every wait within the client's bound.
 */
final class MemberNodes {
    private final Supplier<CuratorFramework> client;
    private final String directory;

    MemberNodes(Supplier<CuratorFramework> client, String directory) {
        this.client = client;
        this.directory = directory;
    }

    /** Their names; none if nobody was a member yet. */
    List<String> list() {
        return call("list the members", () -> {
            try {
                return client.get().getChildren().forPath(directory);
            } catch (NoNodeException nobody) {
                return List.of();
            }
        });
    }

    /** Removes the znode of this name, no matter which session made it; returns when it is gone. */
    void remove(String name) {
        boolean unused = call("remove a member", () -> {
            try {
                client.get().delete().forPath(directory + '/' + name);
                return true;
            } catch (NoNodeException gone) {
                return false;
            }
        });
    }

    private static <T> T call(String what, Callable<T> action) {
        try {
            return action.call();
        } catch (CoordinatorException e) {
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CoordinatorException("interrupted while waiting to " + what, e);
        } catch (Exception e) {
            throw explained(what, e);
        }
    }

    /** What failed, and what to do about it. */
    static CoordinatorException explained(String what, Exception failure) {
        return failure instanceof NoAuthException
                ? new CoordinatorException(
                        "could not " + what
                                + " in ZooKeeper, whose znodes are for processes with another secret: give this"
                                + " process that of the others of the cluster, in LAMBDAFS_ZOOKEEPER_SECRET",
                        failure)
                : new CoordinatorException("could not " + what + " in ZooKeeper", failure);
    }
}
