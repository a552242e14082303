package io.lambdafs.datanode;

import io.lambdafs.authentication.SecurityMode;
import io.lambdafs.housekeeping.Housekeeper;
import io.lambdafs.housekeeping.HousekeepingConfig;
import io.lambdafs.snapshot.KeepingTransaction;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.RenewingWriter;
import io.lambdafs.store.RetryPolicy;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Stores;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.TransactionRunner;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Random;
import java.util.UUID;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.hdfs.protocol.proto.DatanodeProtocolProtos.DatanodeProtocolService;
import org.apache.hadoop.hdfs.protocolPB.DatanodeProtocolServerSideTranslatorPB;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.thirdparty.protobuf.BlockingService;

/**
 * Lets DataNodes of other processes in, as released with Hadoop: a service of Hadoop's RPC that writes what they report to the store. Its
 * process takes its share in the housekeeping, as those of λFS's own DataNodes do.
 */
public final class DataNodeDoor implements AutoCloseable {
    private static final String NAME = "gateway for DataNodes ";
    private static final RetryPolicy RETRIES = new RetryPolicy(5, Duration.ofMillis(5), Duration.ofMillis(500));

    private final MetadataStore store;
    private final VisitingDataNodes visitors;
    private final RenewingWriter writer;
    private final HousekeepingThread housekeeping;

    private DataNodeDoor(
            MetadataStore store, VisitingDataNodes visitors, RenewingWriter writer, HousekeepingThread housekeeping) {
        this.store = store;
        this.visitors = visitors;
        this.writer = writer;
        this.housekeeping = housekeeping;
    }

    /**
     * Opens a store for DataNodes.
     *
     * @param wait how long to wait for a store that does not run yet
     * @throws DataNodeStartException with a sentence for the user, if the store cannot be used, or its cluster is in secure mode
     */
    public static DataNodeDoor open(StoreConfig config, Duration wait) {
        DataNodeProcess.Timing timing = DataNodeProcess.Timing.real();
        MetadataStore store = new AwaitedStore(timing.clock(), timing.pause(), System.err)
                .open(config.place(), () -> Stores.open(config), wait);
        try {
            return open(store, HousekeepingConfig.defaults(), timing);
        } catch (DataNodeStartException e) {
            store.close();
            throw e;
        }
    }

    /** The same with an open store, which is closed with it. */
    static DataNodeDoor open(MetadataStore store, HousekeepingConfig config, DataNodeProcess.Timing timing) {
        try (Transaction tx = store.beginRead()) {
            if (SecurityMode.recorded(tx) == SecurityMode.SECURE) {
                throw new DataNodeStartException(
                        "a gateway lets DataNodes in only without secure mode: they could not prove who"
                                + " they are. Leave --datanodes out, and run DataNodes with 'DataNodeMain'");
            }
        } catch (StoreException e) {
            throw new DataNodeStartException("the store does not answer: " + e.getMessage(), e);
        }
        String owner = NAME + UUID.randomUUID();
        TransactionRunner runner =
                new TransactionRunner(store, RETRIES, timing.pause(), new Random()).guardedBy(KeepingTransaction::new);
        RenewingWriter writer = new RenewingWriter(store, runner, owner);
        Housekeeper housekeeper = Housekeeper.of(
                config, owner, new Housekeeper.Dependencies(store, runner, writer, timing.clock(), new Random()));
        HousekeepingThread thread =
                HousekeepingThread.start(housekeeper, HousekeepingMetrics.register()::add, config.interval());
        VisitingDataNodes visitors =
                new VisitingDataNodes(store, config.liveness().deadAfter(), timing, DataNodeDoor::caller);
        return new DataNodeDoor(store, visitors, writer, thread);
    }

    private static String caller() {
        InetAddress address = Server.getRemoteIp();
        return address == null ? "this process" : address.getHostAddress();
    }

    /** The service of {@code DatanodeProtocolPB}, for a server of Hadoop's RPC. */
    public BlockingService service() {
        return DatanodeProtocolService.newReflectiveBlockingService(new DatanodeProtocolServerSideTranslatorPB(
                visitors, CommonConfigurationKeys.IPC_MAXIMUM_DATA_LENGTH_DEFAULT));
    }

    @Override
    public void close() {
        housekeeping.close();
        visitors.close();
        writer.close();
        store.close();
    }
}
