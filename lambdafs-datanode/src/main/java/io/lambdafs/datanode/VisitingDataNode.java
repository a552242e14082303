package io.lambdafs.datanode;

import io.lambdafs.block.StorageId;
import io.lambdafs.datanode.access.PeerToken;
import io.lambdafs.lease.BlockSynchronization;
import io.lambdafs.snapshot.KeepingTransaction;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.RenewingWriter;
import io.lambdafs.store.RetryPolicy;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.TransactionRunner;
import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.server.protocol.DatanodeProtocol;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;

/** A DataNode of another process, with its own way to write to the store. Thread-safe. */
final class VisitingDataNode implements AutoCloseable {
    private static final RetryPolicy RETRIES = new RetryPolicy(5, Duration.ofMillis(5), Duration.ofMillis(500));

    private final MetadataStore store;
    private final String label;
    private final String address;
    private final int transferPort;
    private final RenewingWriter writer;
    private final Heartbeats heartbeats;
    private final ReportedCount replicas;
    private final StoreDatanodeProtocol protocol;

    /**
     * A DataNode that registers.
     *
     * @param address from which it calls, and at which others reach it
     */
    VisitingDataNode(
            MetadataStore store, DatanodeID node, String address, Duration deadAfter, DataNodeProcess.Timing timing) {
        this.store = store;
        this.address = address;
        transferPort = node.getXferPort();
        TransactionRunner runner =
                new TransactionRunner(store, RETRIES, timing.pause(), new Random()).guardedBy(KeepingTransaction::new);
        label = DataNodeProcess.LABEL + node.getDatanodeUuid();
        writer = new RenewingWriter(store, runner, label);
        replicas = new ReportedCount();
        IdentityClaim claim = new IdentityClaim(deadAfter, timing.clock(), timing.pause());
        heartbeats = new Heartbeats(writer, timing.clock(), deadAfter.dividedBy(2), claim, replicas);
        String pool = store.identity().blockPoolId();
        protocol = new StoreDatanodeProtocol(
                store.identity(),
                new Registration(store.identity(), address),
                new BlockKeyDelivery(false, writer, timing.clock(), timing.pause(), new PeerToken(pool)),
                heartbeats,
                new StoreDatanodeProtocol.Reports(
                        new FullReports(writer, heartbeats::repeat),
                        new IncrementalReports(writer, deadAfter),
                        new BadBlocks(writer),
                        new Recoveries(writer, new BlockSynchronization(timing.clock(), deadAfter)::apply),
                        // Nobody here can look into its disks: these do nothing.
                        new SelfChecks(pool),
                        new LocalMoves(pool)));
    }

    /** Whether this is still the process at that address; after a restart a DataNode has another port, or another address. */
    boolean isAt(String caller, DatanodeID node) {
        return address.equals(caller) && transferPort == node.getXferPort();
    }

    /** Whether it calls from this address. */
    boolean calledFrom(String caller) {
        return address.equals(caller);
    }

    /**
     * Registers it. What others have written for it, another gateway or an earlier life of it or of this process, has ended when this
     * returns.
     *
     * @throws IOException if another process with its identity is alive, or the store does not answer
     */
    DatanodeRegistration register(DatanodeRegistration node) throws IOException {
        DatanodeRegistration placed = protocol.registerDatanode(node);
        try {
            store.writers().stream()
                    .filter(other -> other.label().equals(label) && !other.id().equals(writer.id()))
                    .forEach(other -> store.fence(other.id(), DataNodeProcess.FENCE));
        } catch (StoreException e) {
            throw new IOException("the metadata store failed (" + e.kind() + "): " + e.getMessage(), e);
        }
        return placed;
    }

    /** What it takes for its NameNode. */
    DatanodeProtocol protocol() {
        return protocol;
    }

    ReportedCount replicas() {
        return replicas;
    }

    /** The storages that it has named. */
    Set<StorageId> storages() {
        return heartbeats.storages();
    }

    @Override
    public void close() {
        writer.close();
    }
}
