package io.lambdafs.cli;

import io.lambdafs.coordinate.CoordinatorException;
import io.lambdafs.coordinate.Member;
import io.lambdafs.coordinator.zk.ZooKeeperConfig;
import io.lambdafs.coordinator.zk.ZooKeeperCoordinator;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Which function instances are alive as ZooKeeper sees it: a frozen one is not, once its session has run out. */
final class Membership {
    private static final Duration BOUND = Duration.ofSeconds(3);

    private final Optional<Set<Long>> pids;

    private Membership(Optional<Set<Long>> pids) {
        this.pids = pids;
    }

    /** Asks ZooKeeper, within a bound; nothing is known if it does not answer. */
    static Membership of(StackConfig config) {
        ZooKeeperConfig settings = new ZooKeeperConfig(config.zooKeeper(), FunctionProgram.CLUSTER, BOUND, BOUND);
        try (ZooKeeperCoordinator coordinator = ZooKeeperCoordinator.connect(settings)) {
            return new Membership(Optional.of(
                    coordinator.members().stream().map(Member::pid).collect(Collectors.toUnmodifiableSet())));
        } catch (CoordinatorException unreachable) {
            return new Membership(Optional.empty());
        }
    }

    /** Whether the process is a member: {@code yes}, {@code no}, or {@code -} when ZooKeeper does not say. */
    String says(long pid) {
        return pids.map(members -> members.contains(pid) ? "yes" : "no").orElse("-");
    }
}
