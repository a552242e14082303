package io.lambdafs.testkit.coordinate;

import io.lambdafs.coordinate.Coordinator.MembershipListener;
import io.lambdafs.coordinate.CoordinatorException;
import io.lambdafs.coordinate.Member;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * A coordination service in memory, to which the coordinators of several simulated processes connect.
 *
 * <p>The news and the loss actions run on the executor, which must run them one at a time.
 */
public final class InMemoryCoordination {
    private final Executor executor;
    private final Duration sessionTimeout;
    private final Map<Object, Member> members = new LinkedHashMap<>();
    private final List<MembershipListener> listeners = new ArrayList<>();
    private boolean reachable = true;

    public InMemoryCoordination(Executor executor, Duration sessionTimeout) {
        this.executor = executor;
        this.sessionTimeout = sessionTimeout;
    }

    /** The coordinator of another process. */
    public InMemoryCoordinator connect() {
        return new InMemoryCoordinator(this);
    }

    /** Whether it answers from now on; sessions live on meanwhile. */
    public synchronized void setReachable(boolean reachable) {
        this.reachable = reachable;
    }

    Duration sessionTimeout() {
        return sessionTimeout;
    }

    void execute(Runnable task) {
        executor.execute(task);
    }

    synchronized void add(Object key, Member member) {
        requireReachable();
        members.put(key, member);
        tell(listener -> listener.joined(member));
    }

    synchronized void remove(Object key) {
        Member member = members.remove(key);
        if (member != null) {
            tell(listener -> listener.departed(member));
        }
    }

    synchronized void expel(Member dead) {
        requireReachable();
        List<Object> keys = members.entrySet().stream()
                .filter(entry -> entry.getValue().equals(dead))
                .map(Map.Entry::getKey)
                .toList();
        keys.forEach(this::remove);
    }

    synchronized List<Member> members() {
        requireReachable();
        return List.copyOf(members.values());
    }

    synchronized void watch(MembershipListener listener) {
        listeners.add(listener);
        for (Member member : members.values()) {
            execute(() -> listener.joined(member));
        }
    }

    synchronized void unwatch(MembershipListener listener) {
        listeners.remove(listener);
    }

    private void tell(Consumer<MembershipListener> news) {
        for (MembershipListener listener : listeners) {
            execute(() -> news.accept(listener));
        }
    }

    private void requireReachable() {
        if (!reachable) {
            throw new CoordinatorException("the coordination service is set unreachable");
        }
    }
}
