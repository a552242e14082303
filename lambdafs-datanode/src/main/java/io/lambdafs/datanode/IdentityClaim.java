package io.lambdafs.datanode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.DataNodeDescriptor;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.DataNodeRegistration;
import io.lambdafs.block.StorageId;
import io.lambdafs.block.StorageReport;
import io.lambdafs.fs.FsException;
import io.lambdafs.store.Pause;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * A process's claim to be the DataNode with an identity: no other process may be alive under the same identity at another
 * address. Two are where a data directory was copied. Thread-safe.
 *
 * <p>A DataNode that was killed and starts again at another port looks like a second one at first. It is told apart by its
 * former life's silence: a DataNode that is alive heartbeats every second.
 */
final class IdentityClaim {
    /** So long a former life must have been silent since this process began. */
    private static final Duration SILENCE = Duration.ofSeconds(5);

    private static final Duration LOOK = Duration.ofMillis(200);

    private final Duration deadAfter;
    private final InstantSource clock;
    private final Pause pause;
    private final Instant began;

    /** The claim of a process that begins now. */
    IdentityClaim(Duration deadAfter, InstantSource clock, Pause pause) {
        this.deadAfter = requireNonNull(deadAfter, "deadAfter");
        this.clock = requireNonNull(clock, "clock");
        this.pause = requireNonNull(pause, "pause");
        began = clock.instant();
    }

    /** Waits until a former life of this DataNode must have been heard of if it were alive; a few seconds at most. */
    void awaitSilence(Supplier<List<DataNodeDescriptor>> known, DataNodeRegistration claimed) {
        Instant end = began.plus(SILENCE);
        while (clock.instant().isBefore(end) && isInDoubt(rival(known.get(), claimed))) {
            pause.pause(LOOK);
        }
    }

    private boolean isInDoubt(Optional<DataNodeDescriptor> rival) {
        return rival.isPresent() && !wasHeardSince(rival.get());
    }

    /**
     * Makes sure, inside the transaction that registers, that nobody else is this DataNode.
     *
     * @throws FsException if another process is
     */
    void require(Transaction tx, DataNodeRegistration claimed) {
        Optional<DataNodeDescriptor> rival = rival(tx.dataNodes().all(), claimed);
        boolean proven = !clock.instant().isBefore(began.plus(SILENCE));
        if (rival.isPresent() && (!proven || wasHeardSince(rival.get()))) {
            throw refused("DataNode " + claimed.id() + " is alive at "
                    + address(rival.get().registration())
                    + ": another process with the same identity, at " + address(claimed)
                    + ", cannot register. If its data directory is a copy, delete the line datanodeUuid from"
                    + " current/VERSION in the copy; otherwise stop one of the two");
        }
    }

    /**
     * Makes sure that no other DataNode that is alive has these storages.
     *
     * @throws FsException if one has
     */
    void requireOwn(Transaction tx, DataNodeId claimant, Set<StorageId> storages) {
        for (DataNodeDescriptor node : tx.dataNodes().all()) {
            if (node.id().equals(claimant) || !node.isAlive(deadAfter)) {
                continue;
            }
            Set<StorageId> shared = node.storages().stream()
                    .map(StorageReport::id)
                    .filter(storages::contains)
                    .collect(Collectors.toSet());
            if (!shared.isEmpty()) {
                throw refused("the storages " + shared + " that DataNode " + claimant + " names belong to DataNode "
                        + node.id() + ", which is alive at " + address(node.registration()));
            }
        }
    }

    private Optional<DataNodeDescriptor> rival(List<DataNodeDescriptor> known, DataNodeRegistration claimed) {
        return known.stream()
                .filter(node -> node.id().equals(claimed.id())
                        && node.isAlive(deadAfter)
                        && !address(node.registration()).equals(address(claimed)))
                .findFirst();
    }

    private boolean wasHeardSince(DataNodeDescriptor rival) {
        return rival.sinceHeartbeat().compareTo(Duration.between(began, clock.instant())) < 0;
    }

    private static String address(DataNodeRegistration node) {
        return node.ipAddress() + ":" + node.ports().transfer();
    }

    private static FsException refused(String message) {
        return new FsException(ErrorCode.IO_ERROR, message);
    }
}
