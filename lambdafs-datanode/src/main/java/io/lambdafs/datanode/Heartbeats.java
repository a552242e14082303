package io.lambdafs.datanode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.DataNodeDescriptor;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.DataNodeRegistration;
import io.lambdafs.block.StorageReport;
import io.lambdafs.store.RenewingWriter;
import io.lambdafs.store.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The liveness of one DataNode in the store: its registration, its heartbeats, and the commands that come back with
 * them. Thread-safe.
 *
 * <p>A DataNode that was silent so long that its replicas may have been forgotten meanwhile has to register anew, which
 * makes it report all its replicas.
 */
final class Heartbeats {
    /** The most commands that one heartbeat fetches. */
    static final int MAX_COMMANDS = 256;

    private final RenewingWriter writer;
    private final InstantSource clock;
    private final Duration longSilence;
    private @Nullable Instant lastHeard;
    private @Nullable Beat lastBeat;
    private boolean mustRegister = true;

    /** What a heartbeat says. */
    record Beat(DataNodeId dataNode, List<StorageReport> storages, int activeTransfers) {
        Beat {
            requireNonNull(dataNode, "dataNode");
            storages = List.copyOf(storages);
        }
    }

    /** What came back: commands, and the DataNodes that one has to know to understand them. */
    record Orders(List<DataNodeCommand> commands, List<DataNodeDescriptor> dataNodes) {}

    /** A DataNode's liveness, with the longest silence after which it need not register anew. */
    Heartbeats(RenewingWriter writer, InstantSource clock, Duration longSilence) {
        this.writer = requireNonNull(writer, "writer");
        this.clock = requireNonNull(clock, "clock");
        this.longSilence = requireNonNull(longSilence, "longSilence");
    }

    void register(DataNodeRegistration registration) {
        writer.write(tx -> {
            tx.dataNodes().register(registration);
            return registration;
        });
        heard(null, false);
    }

    /** Notes a heartbeat and fetches commands; empty if the DataNode has to register first. */
    Optional<Orders> beat(Beat beat) {
        if (isOverdue()) {
            return Optional.empty();
        }
        Optional<Orders> orders = writer.write(tx -> beat(tx, beat));
        heard(beat, orders.isEmpty());
        return orders;
    }

    private static Optional<Orders> beat(Transaction tx, Beat beat) {
        if (!tx.dataNodes().heartbeat(beat.dataNode(), beat.storages(), beat.activeTransfers())) {
            return Optional.empty();
        }
        List<DataNodeCommand> commands = tx.work().take(beat.dataNode(), MAX_COMMANDS);
        boolean placesNeeded = commands.stream().anyMatch(CommandTranslation::namesStorages);
        return Optional.of(new Orders(commands, placesNeeded ? tx.dataNodes().all() : List.of()));
    }

    /** Says again what the last heartbeat said; for when something long keeps the DataNode from sending the next. */
    void repeat() {
        Beat beat = latest();
        if (beat != null) {
            writer.write(tx -> tx.dataNodes().heartbeat(beat.dataNode(), beat.storages(), beat.activeTransfers()));
            heard(beat, false);
        }
    }

    private synchronized @Nullable Beat latest() {
        return mustRegister ? null : lastBeat;
    }

    private synchronized boolean isOverdue() {
        if (lastHeard != null && Duration.between(lastHeard, clock.instant()).compareTo(longSilence) > 0) {
            mustRegister = true;
        }
        return mustRegister;
    }

    private synchronized void heard(@Nullable Beat beat, boolean unknown) {
        lastHeard = clock.instant();
        lastBeat = beat == null ? lastBeat : beat;
        mustRegister = unknown;
    }
}
