package io.lambdafs.namenode.content;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.DataNodeDescriptor;
import io.lambdafs.block.LiveDataNodes;
import io.lambdafs.block.StorageId;
import io.lambdafs.store.ReadView;
import io.lambdafs.store.Transaction;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The DataNodes as they were at most a second ago: they change slowly, and every request for blocks needs them.
 * Thread-safe.
 */
public final class DataNodeView {
    private static final Duration MAX_AGE = Duration.ofSeconds(1);

    private final Duration deadAfter;
    private final LongSupplier ticker;
    private volatile @Nullable Snapshot latest;

    /**
     * A view.
     *
     * @param deadAfter the silence after which a DataNode counts as dead
     * @param ticker nanoseconds since anything
     */
    public DataNodeView(Duration deadAfter, LongSupplier ticker) {
        this.deadAfter = requireNonNull(deadAfter, "deadAfter");
        this.ticker = requireNonNull(ticker, "ticker");
    }

    /** The live DataNodes; at most a second old. */
    public LiveDataNodes live(ReadView view) {
        Snapshot snapshot = latest;
        if (snapshot == null || ticker.getAsLong() - snapshot.readAt > MAX_AGE.toNanos()) {
            snapshot = read(view.store());
        }
        return snapshot.live;
    }

    /** The live DataNodes as they are now: for when the view has none that would do. */
    public LiveDataNodes liveNow(Transaction tx) {
        return read(tx).live;
    }

    /** Whether a live DataNode has this storage; asks the store again before it says no. */
    public boolean hasLive(Transaction tx, StorageId storage) {
        return live(tx).has(storage) || liveNow(tx).has(storage);
    }

    /** All DataNodes, dead ones included, as they are now. */
    public List<DataNodeDescriptor> all(Transaction tx) {
        return tx.dataNodes().all();
    }

    public boolean isAlive(DataNodeDescriptor node) {
        return node.isAlive(deadAfter);
    }

    private Snapshot read(Transaction tx) {
        long readAt = ticker.getAsLong();
        Snapshot snapshot = new Snapshot(LiveDataNodes.of(tx.dataNodes().all(), deadAfter), readAt);
        latest = snapshot;
        return snapshot;
    }

    private record Snapshot(LiveDataNodes live, long readAt) {}
}
