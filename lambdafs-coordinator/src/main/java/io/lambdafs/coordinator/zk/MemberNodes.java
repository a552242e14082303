package io.lambdafs.coordinator.zk;

import io.lambdafs.coordinate.CoordinatorException;
import io.lambdafs.coordinate.Member;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.NoAuthException;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.apache.zookeeper.KeeperException.NodeExistsException;
import org.apache.zookeeper.Watcher;
import org.jspecify.annotations.Nullable;

/** The znodes of the members; every failure is a {@link CoordinatorException}, every wait within the client's bound. */
final class MemberNodes {
    private final Supplier<CuratorFramework> client;
    private final String directory;

    MemberNodes(Supplier<CuratorFramework> client, String directory) {
        this.client = client;
        this.directory = directory;
    }

    /** Creates a member's znode under the present session and returns its path. */
    String create(String name, Member member) {
        String path = directory + '/' + name;
        return call("register", () -> {
            CuratorFramework curator = client.get();
            try {
                curator.create()
                        .creatingParentsIfNeeded()
                        .withMode(CreateMode.EPHEMERAL)
                        .forPath(path, MemberCodec.encode(member));
            } catch (NodeExistsException e) {
                // The name is unique, so this is our own attempt, whose answer was lost with the connection.
                return path;
            } catch (Exception e) {
                // It may have been made all the same, and must then not stay.
                remove(path);
                throw e;
            }
            return path;
        });
    }

    /** Removes a znode in the background, as soon as that can be done. */
    void remove(String path) {
        call(
                "unregister",
                () -> client.get().delete().guaranteed().inBackground().forPath(path));
    }

    /** Removes the znode of this name, whoever's session it is of; returns when it is gone. */
    void removeNow(String name) {
        call("remove a member", () -> {
            try {
                return client.get().delete().forPath(directory + '/' + name);
            } catch (NoNodeException gone) {
                return null;
            }
        });
    }

    /** The names of the znodes; the watcher, if any, hears of the next change of this list. */
    List<String> list(@Nullable Watcher watcher) {
        return call("list the members", () -> {
            CuratorFramework curator = client.get();
            try {
                return listOnce(curator, watcher);
            } catch (NoNodeException e) {
                curator.createContainers(directory);
                return listOnce(curator, watcher);
            }
        });
    }

    /** The member of that znode, if it is still there. */
    Optional<Member> read(String name) {
        return call("read a member", () -> {
            try {
                return Optional.of(MemberCodec.decode(client.get().getData().forPath(directory + '/' + name)));
            } catch (NoNodeException e) {
                return Optional.empty();
            }
        });
    }

    private List<String> listOnce(CuratorFramework curator, @Nullable Watcher watcher) throws Exception {
        return watcher == null
                ? curator.getChildren().forPath(directory)
                : curator.getChildren().usingWatcher(watcher).forPath(directory);
    }

    private <T extends @Nullable Object> T call(String what, Callable<T> action) {
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
