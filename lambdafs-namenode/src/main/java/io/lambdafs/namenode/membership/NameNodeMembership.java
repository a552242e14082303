package io.lambdafs.namenode.membership;

import static java.util.Objects.requireNonNull;

import io.lambdafs.coordinate.Coordinator;
import io.lambdafs.coordinate.Coordinator.Registration;
import io.lambdafs.coordinate.CoordinatorException;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.WriterId;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * This NameNode's incarnations: each is one name in the store and one registration at the coordinator.
 *
 * <p>An incarnation ends with the session it is registered under, or when the store refuses its name as fenced; the next
 * one has a new name. A name is had from the store when it is first needed, and announced in the background: a write does
 * not wait for the coordinator.
 */
public final class NameNodeMembership implements WriterIdentity, AutoCloseable {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
    private static final Duration GOODBYE = Duration.ofSeconds(1);

    private final MetadataStore store;
    private final Coordinator coordinator;
    private final InstanceIdentity self;
    private final Background background;
    private final Object lock = new Object();
    private volatile @Nullable Incarnation present;
    private volatile boolean closed;

    public NameNodeMembership(
            MetadataStore store, Coordinator coordinator, InstanceIdentity self, Background background) {
        this.store = requireNonNull(store, "store");
        this.coordinator = requireNonNull(coordinator, "coordinator");
        this.self = requireNonNull(self, "self");
        this.background = requireNonNull(background, "background");
    }

    /** Becomes a member without waiting for a first write. Returns at once. */
    public void join() {
        joinAfter(Duration.ZERO, FIRST_PAUSE);
    }

    private void joinAfter(Duration delay, Duration nextPause) {
        background.after(delay, () -> {
            try {
                if (!closed) {
                    current();
                }
            } catch (StoreException unreachable) {
                joinAfter(nextPause, longer(nextPause));
            }
        });
    }

    @Override
    public WriterId current() {
        Incarnation incarnation = present;
        return incarnation != null ? incarnation.writer : begin();
    }

    private WriterId begin() {
        synchronized (lock) {
            Incarnation incarnation = present;
            if (incarnation == null) {
                incarnation = new Incarnation(store.registerWriter(self.label()));
                present = incarnation;
                background.soon(incarnation::announce);
            }
            return incarnation.writer;
        }
    }

    @Override
    public void fenced(WriterId refused) {
        Incarnation incarnation = present;
        if (incarnation != null && incarnation.writer.equals(refused)) {
            end(incarnation);
        }
    }

    /** Leaves: unregisters, and gives the name up if the store can be reached. */
    @Override
    public void close() {
        closed = true;
        Incarnation incarnation = present;
        if (incarnation == null) {
            return;
        }
        end(incarnation);
        try {
            store.fence(incarnation.writer, GOODBYE);
        } catch (StoreException unreachable) {
            // Whoever sees the departure fences it.
            return;
        }
    }

    private void end(Incarnation incarnation) {
        synchronized (lock) {
            if (present != incarnation) {
                return;
            }
            present = null;
        }
        incarnation.leave();
        if (!closed) {
            join();
        }
    }

    private static Duration longer(Duration pause) {
        Duration twice = pause.multipliedBy(2);
        return twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
    }

    /** One name and its announcement. */
    private final class Incarnation {
        private final WriterId writer;
        private Duration pause = FIRST_PAUSE;
        private @Nullable Registration registration;
        private boolean left;

        Incarnation(WriterId writer) {
            this.writer = writer;
        }

        /** Announces it, or tries again later for as long as it is the present one. */
        void announce() {
            if (present != this || closed) {
                return;
            }
            Registration made;
            try {
                made = coordinator.register(self.as(writer));
            } catch (CoordinatorException e) {
                background.after(pause, this::announce);
                pause = longer(pause);
                return;
            }
            keep(made);
            made.onLoss(() -> background.soon(() -> end(this)));
        }

        private void keep(Registration made) {
            synchronized (this) {
                if (!left) {
                    registration = made;
                    return;
                }
            }
            made.close();
        }

        void leave() {
            Registration made;
            synchronized (this) {
                left = true;
                made = registration;
            }
            if (made != null) {
                made.close();
            }
        }
    }
}
