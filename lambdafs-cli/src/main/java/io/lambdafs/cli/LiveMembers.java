package io.lambdafs.cli;

import io.lambdafs.coherence.CoordinatorException;
import io.lambdafs.coherence.Member;
import io.lambdafs.coordinator.zk.ZooKeeperConfig;
import io.lambdafs.coordinator.zk.ZooKeeperCoordinator;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Which function instances are alive as the coordinator sees it: a frozen one is not, once its session has run out. */
final class LiveMembers {
    private static final Duration BOUND = Duration.ofSeconds(3);

    private final Optional<Set<Long>> pids;

    private LiveMembers(Optional<Set<Long>> pids) {
        this.pids = pids;
    }

    /** Asks the coordinator, within a bound; nothing is known if it does not answer. */
    static LiveMembers of(ManagedStack stack) {
        try {
            return new LiveMembers(Optional.of(
                    stack.config().hasZooKeeper()
                            ? inZooKeeper(stack)
                            : new NdbMembers(stack.config(), stack.distribution()).pids()));
        } catch (CoordinatorException | CliException unreachable) {
            return new LiveMembers(Optional.empty());
        }
    }

    private static Set<Long> inZooKeeper(ManagedStack stack) {
        boolean secure = stack.config().security().secure();
        ZooKeeperConfig place = ManagedStack.asked(
                () -> stack.config().zooKeeperRecord(stack.data()).configuration(secure));
        ZooKeeperConfig bounded =
                new ZooKeeperConfig(place.connectString(), place.cluster(), BOUND, BOUND, place.access());
        try (ZooKeeperCoordinator coordinator = ZooKeeperCoordinator.connect(bounded, System::nanoTime)) {
            return coordinator.members().stream().map(Member::pid).collect(Collectors.toUnmodifiableSet());
        }
    }

    /** Whether the process is a member: {@code yes}, {@code no}, or {@code -} when the coordinator does not say. */
    String says(long pid) {
        return contains(pid).map(member -> member ? "yes" : "no").orElse("-");
    }

    /** Whether the process is a member; empty when the coordinator does not say. */
    Optional<Boolean> contains(long pid) {
        return pids.map(members -> members.contains(pid));
    }
}
