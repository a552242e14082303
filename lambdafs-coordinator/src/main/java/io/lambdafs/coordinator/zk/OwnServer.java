package io.lambdafs.coordinator.zk;

import io.lambdafs.coherence.CoordinatorException;
import org.apache.curator.framework.CuratorFramework;

/**
 * A ZooKeeper server that one cluster has to itself: the whole of it follows the cluster into secure mode and back. A cluster that
 * shares a server takes its own znodes only, which each of its processes does by itself.
 */
public final class OwnServer {
    private static final String EVERYTHING = "/";

    private OwnServer() {}

    /** What is done with the client of the server. */
    private interface Step {
        void with(ZnodeOwnership ownership) throws Exception;
    }

    /**
     * Takes all znodes away from everybody but those who show the configuration's secret. May be repeated.
     *
     * @throws CoordinatorException if ZooKeeper does not answer within the bound, or is in the hands of another secret
     */
    public static void take(ZooKeeperConfig config) {
        run("take the znodes", config, ownership -> ownership.take(EVERYTHING));
    }

    /** Opens all znodes to everybody; fails as {@link #take} does. */
    public static void giveBack(ZooKeeperConfig config) {
        run("give back the znodes", config, ownership -> ownership.giveBack(EVERYTHING));
    }

    private static void run(String what, ZooKeeperConfig config, Step step) {
        try (CuratorFramework curator = ZooKeeperClient.of(config)) {
            curator.start();
            step.with(new ZnodeOwnership(curator));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CoordinatorException("interrupted while waiting to " + what, e);
        } catch (Exception e) {
            throw MemberNodes.explained(what, e);
        }
    }
}
