package io.lambdafs.store;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs the transactions of a process that may go on writing after it has been fenced: it registers with the store at its
 * first write, and anew whenever its registration turns out to be fenced. Thread-safe.
 *
 * <p>Not for NameNodes: what these have cached must not survive a fence.
 */
public final class RenewingWriter implements AutoCloseable {
    private static final Duration GOODBYE = Duration.ofSeconds(1);

    private final MetadataStore store;
    private final TransactionRunner runner;
    private final String label;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable WriterId registered;
    private boolean closed;

    /** A writer that registers under this label. */
    public RenewingWriter(MetadataStore store, TransactionRunner runner, String label) {
        this.store = requireNonNull(store, "store");
        this.runner = requireNonNull(runner, "runner");
        this.label = requireNonNull(label, "label");
    }

    /** Runs reading work. */
    public <T> T read(Function<Transaction, T> work) {
        return runner.read(work);
    }

    /** Runs writing work and commits it; it may run several times and must change nothing but the transaction. */
    public <T> T write(Function<Transaction, T> work) {
        WriterId writer = current();
        try {
            return runner.write(writer, work);
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.FENCED) {
                throw e;
            }
            forget(writer);
            return runner.write(current(), work);
        }
    }

    /** The present registration, for those who run their transactions themselves. */
    public WriterId id() {
        return current();
    }

    private WriterId current() {
        lock.lock();
        try {
            if (closed) {
                throw new StoreException(StoreException.Kind.FENCED, "the writer '" + label + "' has been closed");
            }
            WriterId writer = registered;
            if (writer == null) {
                writer = store.registerWriter(label);
                registered = writer;
            }
            return writer;
        } finally {
            lock.unlock();
        }
    }

    private void forget(WriterId fenced) {
        lock.lock();
        try {
            if (fenced.equals(registered)) {
                registered = null;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Gives the registration up, if the store can be reached; nothing can be written any more. Does not throw. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            if (registered != null) {
                store.fence(registered, GOODBYE);
                registered = null;
            }
        } catch (StoreException unreachable) {
            // The registration stays behind; it is of no use to anybody.
            registered = null;
        } finally {
            lock.unlock();
        }
    }
}
