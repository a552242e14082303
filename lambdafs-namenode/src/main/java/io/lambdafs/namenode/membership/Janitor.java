package io.lambdafs.namenode.membership;

import static java.util.Objects.requireNonNull;

import io.lambdafs.coherence.Coordinator;
import io.lambdafs.coherence.CoordinatorException;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.WriterId;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fences the NameNodes that are members no more and of whose departure no member has heard, so that one which is frozen and
 * not dead changes nothing when it wakes.
 *
 * <p>Members fence each other when they hear of a departure. A janitor finds the others by comparing the store's writers with
 * the members, now and then. A NameNode's writer that is no member at two looks in a row is fenced. The time between looks is
 * longer than a join takes. To fence one that is alive after all costs it a new name, nothing else. Every instance
 * has a janitor, also while it is no member; fencing twice does nothing.
 */
public final class Janitor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Janitor.class);

    private final MetadataStore store;
    private final Coordinator coordinator;
    private final Background background;
    private final Duration betweenLooks;
    private final Fences fences;
    private final Set<WriterId> fencing = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean started = new AtomicBoolean();
    private volatile boolean closed;

    /**
     * How long things take.
     *
     * @param betweenLooks longer than a join takes when the coordinator can be reached
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
        betweenLooks = times.betweenLooks();
        fences = new Fences(store, background, times.fence(), times.retry());
    }

    /** Starts to look, once. Returns at once. */
    public void start() {
        if (started.compareAndSet(false, true)) {
            background.soon(() -> look(Set.of()));
        }
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
        Set<WriterId> absent;
        try {
            absent = absentees();
            absent.stream().filter(absentBefore::contains).forEach(this::fence);
        } catch (StoreException | CoordinatorException unreachable) {
            // Nothing was learned by this look, so what the one before it saw must be seen once more.
            absent = Set.of();
        } catch (RuntimeException e) {
            // It would be the last look.
            LOG.error("a look for writers that are no members failed; the next comes in {}", betweenLooks, e);
            absent = Set.of();
        }
        Set<WriterId> seen = absent;
        background.after(betweenLooks, () -> look(seen));
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

    private void fence(WriterId writer) {
        if (fencing.add(writer)) {
            fences.fence(writer, fencing::remove);
        }
    }
}
