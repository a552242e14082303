package io.lambdafs.coordinator.zk;

import io.lambdafs.coordinate.Coordinator.MembershipListener;
import io.lambdafs.coordinate.Member;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One listener's view of the members, kept by comparing lists instead of by counting events.
 *
 * <p>ZooKeeper's events only say that it is time to look again. Each look lists the znodes, sets the next watch in the
 * same request, and tells the listener the difference to the look before: so a member that went while this process had no
 * session is noticed at the first look after it. Names of znodes are never used twice, so a member that comes back is a
 * departure and a join.
 */
final class MembershipWatch implements Watcher {
    private static final Logger log = LoggerFactory.getLogger(MembershipWatch.class);
    private static final long RETRY_MILLIS = 500;

    private final MemberNodes nodes;
    private final MembershipListener listener;
    private final ScheduledExecutorService thread;
    private final AtomicBoolean lookIsDue = new AtomicBoolean();
    private final Map<String, Member> known = new HashMap<>();

    /** All looks and all calls of the listener are made on the thread. */
    MembershipWatch(MemberNodes nodes, MembershipListener listener, ScheduledExecutorService thread) {
        this.nodes = nodes;
        this.listener = listener;
        this.thread = thread;
    }

    @Override
    public void process(WatchedEvent event) {
        if (event.getType() != Event.EventType.None) {
            lookSoon();
        }
    }

    /** Looks again, at once or, if it cannot, when it can. */
    void lookSoon() {
        lookAfter(0);
    }

    private void lookAfter(long millis) {
        if (!lookIsDue.compareAndSet(false, true)) {
            return;
        }
        try {
            var unused = thread.schedule(this::look, millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closed) {
            lookIsDue.set(false);
        }
    }

    private void look() {
        lookIsDue.set(false);
        try {
            compare(nodes.list(this));
        } catch (RuntimeException e) {
            // Without a session there is nobody to ask; the view stays as it was until there is.
            lookAfter(RETRY_MILLIS);
        }
    }

    private void compare(List<String> present) {
        Set<String> names = new HashSet<>(present);
        for (Map.Entry<String, Member> entry : List.copyOf(known.entrySet())) {
            if (!names.contains(entry.getKey())) {
                known.remove(entry.getKey());
                tell(() -> listener.departed(entry.getValue()));
            }
        }
        for (String name : present) {
            if (!known.containsKey(name)) {
                // A znode that went since it was listed was never seen here: the watch reports its going to the next
                // look.
                nodes.read(name).ifPresent(member -> {
                    known.put(name, member);
                    tell(() -> listener.joined(member));
                });
            }
        }
    }

    private static void tell(Runnable news) {
        try {
            news.run();
        } catch (RuntimeException e) {
            log.atError().setMessage("a membership listener failed").setCause(e).log();
        }
    }
}
