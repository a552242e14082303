package io.lambdafs.store;

import io.lambdafs.store.changefeed.ChangeFeed;
import io.lambdafs.store.maintenance.StoreMaintenance;
import io.lambdafs.store.volume.VolumeStore;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.latency.LatencyHistogram;
import io.lambdafs.wire.trace.Tracing;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A durable, transactional store of a file system's metadata. Thread-safe; one per process.
 *
 * <p>Isolation is read committed with explicit row locks. The adapter's configuration bounds every wait for a
 * connection and for a lock. It also bounds the life of a transaction, idle or not, so that a process that is frozen in
 * the middle of one does not hold its locks for ever. Every failure is a {@link StoreException}.
 */
public interface MetadataStore extends AutoCloseable {
    ClusterIdentity identity();

    /**
     * Begins reading: each call sees what is committed at that moment, nothing is locked, writing is refused.
     *
     * <p>Costs no round trip by itself, nor does its end.
     */
    Transaction beginRead();

    /**
     * Begins a write transaction, which holds the writer's row shared until it ends.
     *
     * @throws StoreException of kind FENCED if the writer is fenced or unknown
     */
    Transaction beginWrite(WriterId writer);

    /**
     * Begins a write transaction for one request of a client. Transactions for the same request run one after another:
     * this waits (bounded) for an earlier one to end, and {@link Transaction#priorOutcome} then has what it recorded.
     *
     * @throws StoreException of kind FENCED if the writer is fenced or unknown
     */
    Transaction beginWrite(WriterId writer, RequestId request);

    /**
     * As {@link #beginWrite(WriterId, RequestId)}, for a transaction that will probably do what the hint says. What of it a
     * store makes use of, if anything, is its choice.
     *
     * @throws StoreException of kind CONFLICT also where it locks what the hint names, as {@link INodeTable#lock} throws it
     */
    default Transaction beginWrite(WriterId writer, RequestId request, WriteHint hint) {
        return beginWrite(writer, request);
    }

    /** Registers a new incarnation of a writer. The label (at most 255 characters) says to people who it is. */
    WriterId registerWriter(String label);

    /**
     * Makes sure that the writer changes nothing any more: when this returns, its open transactions have ended and it
     * cannot begin another. Fencing a fenced or unknown writer does nothing.
     *
     * @throws StoreException of kind CONFLICT if its transactions did not end within the bound; the writer can begin
     *     none all the same, and fencing again completes it
     */
    void fence(WriterId writer, Duration bound);

    /** The writers that are registered and not fenced, with their labels. */
    List<Writer> writers();

    /**
     * The suspects among the writers that have transactions open, those included whose fence is under way, with their
     * labels. A writer whose transaction just begins may be named too, and one that another process is just asking about; and a
     * suspect's transaction that begins meanwhile may be refused, as if the writer were fenced.
     *
     * @param suspects the writers to ask about; the label of a writer whose fence is under way may be empty
     */
    List<Writer> openWriters(Predicate<Writer> suspects);

    /**
     * Among how many deployments the namespace is divided, durably: as recorded, or this number, which is recorded if none is
     * yet. Zero is recorded while the number is being changed.
     */
    int deployments(int first);

    /** Records another number of deployments, at least 0, if the recorded one is this; tells whether it was. */
    boolean changeDeployments(int from, int to);

    /** Hands out the next numbers of a sequence, durably. */
    default IdRange reserve(Sequence sequence, int count) {
        return reserve(sequence, count, Long.MIN_VALUE);
    }

    /** As {@link #reserve(Sequence, int)}, but leaves out the numbers below the floor, for later callers too. */
    IdRange reserve(Sequence sequence, int count, long floor);

    /** The feed of what transactions changed in the namespace; empty if the store cannot give commit order cheaply. */
    default Optional<ChangeFeed> changeFeed() {
        return Optional.empty();
    }

    /** The volumes of the store; empty if it cannot have any. */
    default Optional<VolumeStore> volumes() {
        return Optional.empty();
    }

    /** What operators may ask of the store; empty if the store is a server of its own, with tools of its own. */
    default Optional<StoreMaintenance> maintenance() {
        return Optional.empty();
    }

    /** How often this process has waited for an answer of the store, and how long; empty if the adapter does not count. */
    default Optional<LatencyHistogram.Snapshot> roundTripTimes() {
        return Optional.empty();
    }

    /**
     * Makes a span of each of this process's round trips from now on, below the current span of the thread that waits. Does nothing if
     * the adapter cannot tell them apart.
     */
    default void traceRoundTrips(Tracing tracing) {}

    /** Releases connections; open transactions are rolled back. */
    @Override
    void close();

    /** A registered writer. */
    record Writer(WriterId id, String label) {}
}
