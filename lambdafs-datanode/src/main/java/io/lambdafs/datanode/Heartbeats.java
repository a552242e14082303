package io.lambdafs.datanode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.DataNodeDescriptor;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.DataNodeRegistration;
import io.lambdafs.block.StorageId;
import io.lambdafs.block.StorageReport;
import io.lambdafs.fs.FsException;
import io.lambdafs.store.RenewingWriter;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriterId;
import io.lambdafs.wire.ErrorCode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
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
    private final IdentityClaim claim;
    private final LongSupplier replicas;
    private final Set<StorageId> named = new HashSet<>();
    private Noted noted = new Noted(Set.of(), LostStorages.NONE, 0);
    private @Nullable WriterId registeredAs;
    private @Nullable Instant lastHeard;
    private @Nullable Beat lastBeat;
    private boolean mustRegister = true;

    /** What a heartbeat says. */
    record Beat(DataNodeId dataNode, List<StorageReport> storages, int activeTransfers) {
        Beat {
            requireNonNull(dataNode, "dataNode");
            storages = List.copyOf(storages);
        }

        Set<StorageId> storageIds() {
            return storages.stream().map(StorageReport::id).collect(Collectors.toSet());
        }
    }

    /** What came back: commands, and the DataNodes that one has to know to understand them. */
    record Orders(List<DataNodeCommand> commands, List<DataNodeDescriptor> dataNodes) {}

    /**
     * A DataNode's liveness.
     *
     * @param longSilence the longest silence after which the DataNode need not register anew
     * @param replicas how many replicas the DataNode has now
     */
    Heartbeats(
            RenewingWriter writer,
            InstantSource clock,
            Duration longSilence,
            IdentityClaim claim,
            LongSupplier replicas) {
        this.writer = requireNonNull(writer, "writer");
        this.clock = requireNonNull(clock, "clock");
        this.longSilence = requireNonNull(longSilence, "longSilence");
        this.claim = requireNonNull(claim, "claim");
        this.replicas = requireNonNull(replicas, "replicas");
    }

    /**
     * Registers the DataNode.
     *
     * @throws FsException if another process with its identity is alive at another address
     */
    void register(DataNodeRegistration registration) {
        claim.awaitSilence(() -> writer.read(tx -> tx.dataNodes().all()), registration);
        WriterId as = writer.write(tx -> {
            claim.require(tx, registration);
            tx.dataNodes().register(registration);
            return writer.id();
        });
        registered(as);
    }

    /**
     * The storages that the DataNode named in its heartbeats. One that it does not name any more is still its own: the
     * DataNode reports the replicas on a failed storage as deleted.
     */
    synchronized Set<StorageId> storages() {
        return Set.copyOf(named);
    }

    /**
     * Whether the registration holds. It does not if another process with this DataNode's identity has begun: that
     * process fences the writer name under which this one registered.
     */
    synchronized boolean isRegistered() {
        return !mustRegister && writer.id().equals(registeredAs);
    }

    /**
     * Makes sure that the registration holds.
     *
     * @throws FsException if the DataNode has to register first; the next heartbeat tells it so
     */
    void requireRegistered() {
        if (!isRegistered()) {
            throw new FsException(ErrorCode.IO_ERROR, "this DataNode has to register again before it reports");
        }
    }

    /** Notes a heartbeat and fetches commands; empty if the DataNode has to register first. */
    Optional<Orders> beat(Beat beat) {
        if (isOverdue()) {
            return Optional.empty();
        }
        Noted before = noted();
        boolean changed = !beat.storageIds().equals(before.storages());
        long count = replicas.getAsLong();
        Optional<Heard> heard = writer.write(tx -> beat(tx, beat, changed ? lost(tx, beat) : before.lost(), count));
        heard(beat, heard.isEmpty());
        heard.ifPresent(known -> note(new Noted(beat.storageIds(), known.lost(), count)));
        return heard.map(Heard::orders);
    }

    /** What was noted last: the storages that the DataNode named, those that it lost, and how many replicas it has. */
    private record Noted(Set<StorageId> storages, LostStorages lost, long replicas) {}

    /** What came back of a heartbeat, and the storages that are to be reported as failed from now on. */
    private record Heard(Orders orders, LostStorages lost) {}

    private LostStorages lost(Transaction tx, Beat beat) {
        claim.requireOwn(tx, beat.dataNode(), beat.storageIds());
        return LostStorages.of(tx, beat.dataNode(), beat.storageIds());
    }

    private Optional<Heard> beat(Transaction tx, Beat beat, LostStorages known, long count) {
        LostStorages lost = known.stillHeld(tx);
        if (!isRegistered()
                || !tx.dataNodes().heartbeat(beat.dataNode(), lost.with(beat.storages()), beat.activeTransfers())) {
            return Optional.empty();
        }
        if (count != noted().replicas()) {
            tx.dataNodes().noteReplicas(beat.dataNode(), count);
        }
        List<DataNodeCommand> commands = tx.work().take(beat.dataNode(), MAX_COMMANDS);
        boolean placesNeeded = commands.stream().anyMatch(CommandTranslation::namesStorages);
        return Optional.of(
                new Heard(new Orders(commands, placesNeeded ? tx.dataNodes().all() : List.of()), lost));
    }

    /** Says again what the last heartbeat said; for when something long keeps the DataNode from sending the next. */
    void repeat() {
        Beat beat = latest();
        if (beat != null) {
            LostStorages lost = noted().lost();
            writer.write(tx ->
                    tx.dataNodes().heartbeat(beat.dataNode(), lost.with(beat.storages()), beat.activeTransfers()));
            heard(beat, false);
        }
    }

    /** Notes that the DataNode has reported all its replicas. */
    void reported(DataNodeId dataNode) {
        long count = replicas.getAsLong();
        writer.write(tx -> {
            tx.dataNodes().noteReport(dataNode, count);
            return count;
        });
    }

    private synchronized Noted noted() {
        return noted;
    }

    private synchronized void note(Noted latest) {
        noted = latest;
    }

    private synchronized @Nullable Beat latest() {
        return mustRegister ? null : lastBeat;
    }

    private synchronized void registered(WriterId as) {
        registeredAs = as;
        heard(null, false);
    }

    private synchronized boolean isOverdue() {
        if (lastHeard != null && Duration.between(lastHeard, clock.instant()).compareTo(longSilence) > 0) {
            mustRegister = true;
        }
        return mustRegister;
    }

    private synchronized void heard(@Nullable Beat beat, boolean unknown) {
        lastHeard = clock.instant();
        if (beat != null && !unknown) {
            lastBeat = beat;
            named.addAll(beat.storageIds());
        }
        mustRegister = unknown;
    }
}
