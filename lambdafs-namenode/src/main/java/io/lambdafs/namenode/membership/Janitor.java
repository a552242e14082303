package io.lambdafs.namenode.membership;

import static java.util.Objects.requireNonNull;

import io.lambdafs.coordinate.Coordinator;
import io.lambdafs.coordinate.Coordinator.MembershipListener;
import io.lambdafs.coordinate.CoordinatorException;
import io.lambdafs.coordinate.Member;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.WriterId;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/**
 * Fences the NameNodes that are members no more, so that one which is frozen and not dead changes nothing when it wakes.
 *
 * <p>It hears of departures while it runs. Those from before its time it finds by comparing the store's writers with the
 * members, now and then: a NameNode's writer that is no member at two looks in a row is fenced, where the time between
 * looks is longer than an announcement takes. To fence one that is alive after all costs it a new name, nothing else.
 * Every member runs a janitor; fencing twice does nothing.
 */
public final class Janitor implements AutoCloseable {
    private static final int MAX_ATTEMPTS = 5;

    private final MetadataStore store;
    private final Coordinator coordinator;
    private final Background background;
    private final Times times;
    private final AtomicBoolean started = new AtomicBoolean();
    private volatile boolean closed;

    /**
     * How long things take.
     *
     * @param betweenLooks longer than an announcement takes when the coordinator can be reached
     * @param fence how long one fence waits for the transactions of the fenced to end
     * @param retry the pause before a fence that failed is tried again
     */
    public record Times(Duration betweenLooks, Duration fence, Duration retry) {
        /** For stores with default bounds. */
        public static Times defaults() {
            return new Times(Duration.ofSeconds(20), Duration.ofSeconds(10), Duration.ofSeconds(2));
        }
    }

    public Janitor(MetadataStore store, Coordinator coordinator, Background background, Times times) {
        this.store = requireNonNull(store, "store");
        this.coordinator = requireNonNull(coordinator, "coordinator");
        this.background = requireNonNull(background, "background");
        this.times = requireNonNull(times, "times");
    }

    /** Starts to watch, once. Returns at once. */
    public void start() {
        if (!started.compareAndSet(false, true)) {
            return;
        }
        background.soon(() -> {
            coordinator.watch(new Departures());
            look(Set.of());
        });
    }

    /** Stops; a fence that is under way ends by itself. */
    @Override
    public void close() {
        closed = true;
    }

    private void look(Set<WriterId> absentBefore) {
        if (closed) {
            return;
        }
        Set<WriterId> absent = absentBefore;
        try {
            absent = absentees();
            absent.stream().filter(absentBefore::contains).forEach(writer -> fence(writer, MAX_ATTEMPTS));
        } catch (StoreException | CoordinatorException unreachable) {
            // Nothing was learned by this look, so what the one before it saw must be seen once more.
            absent = Set.of();
        }
        Set<WriterId> seen = absent;
        background.after(times.betweenLooks(), () -> look(seen));
    }

    private Set<WriterId> absentees() {
        // The writers first: one that registers in between is then not taken for absent.
        Set<WriterId> writers = store.writers().stream()
                .filter(writer -> InstanceIdentity.isNameNode(writer.label()))
                .map(MetadataStore.Writer::id)
                .collect(Collectors.toCollection(HashSet::new));
        if (!writers.isEmpty()) {
            coordinator.members().forEach(member -> writers.remove(member.writer()));
        }
        return writers;
    }

    private void fence(WriterId writer, int attemptsLeft) {
        if (closed) {
            return;
        }
        try {
            store.fence(writer, times.fence());
        } catch (StoreException e) {
            if (e.kind().retriable() && attemptsLeft > 1) {
                background.after(times.retry(), () -> fence(writer, attemptsLeft - 1));
            }
        }
    }

    /** Hands departures on to the background. */
    private final class Departures implements MembershipListener {
        @Override
        public void joined(Member member) {
            // Nobody is the worse for a join.
        }

        @Override
        public void departed(Member member) {
            background.soon(() -> fence(member.writer(), MAX_ATTEMPTS));
        }
    }
}
