package io.lambdafs.store.ndb.cluster;

import com.mysql.ndbjtie.ndbapi.Ndb;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * A cluster, as long as a process uses it: a connection with a bounded number of sessions. A lost connection is made
 * anew, for instance after the process was frozen for so long that the cluster took it for dead. Thread-safe; one per
 * process.
 */
public final class NdbCluster implements AutoCloseable {
    /** NDB's name for what all databases have below them. */
    static final String SCHEMA = "def";

    private final ClusterAddress address;
    private final StoreConfig config;
    private final LongAdder roundTrips = new LongAdder();
    private final ReentrantLock reconnecting = new ReentrantLock();
    private volatile ClusterLink link;
    private volatile boolean closed;

    private NdbCluster(ClusterAddress address, StoreConfig config) {
        this.address = address;
        this.config = config;
        link = ClusterLink.connect(address, config, roundTrips);
    }

    /**
     * Connects.
     *
     * @throws StoreException UNAVAILABLE if no node answers in time, INCOMPATIBLE if the client library is missing
     */
    public static NdbCluster connect(ClusterAddress address, StoreConfig config) {
        NdbLibrary.load(System.getenv());
        return new NdbCluster(address, config);
    }

    String database() {
        return address.database();
    }

    /** Begins a transaction with a bound on its life. */
    public ClusterTransaction begin(Duration life) {
        return begin(life, TransactionHint.ANYWHERE);
    }

    /** Begins a transaction on the node that has the rows there. */
    public ClusterTransaction begin(Duration life, TransactionHint place) {
        return present().begin(life, place);
    }

    private ClusterLink present() {
        ClusterLink present = link;
        return present.isLost() ? reconnect() : present;
    }

    private ClusterLink reconnect() {
        try {
            if (!reconnecting.tryLock(config.bounds().connect().toMillis(), TimeUnit.MILLISECONDS)) {
                throw new StoreException(Kind.UNAVAILABLE, "the cluster was lost and does not answer yet");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException(Kind.UNAVAILABLE, "interrupted while connecting again", e);
        }
        try {
            if (closed) {
                throw new StoreException(Kind.UNAVAILABLE, "the store has been closed");
            }
            if (link.isLost()) {
                discard(link);
                link = ClusterLink.connect(address, config, roundTrips);
            }
            return link;
        } finally {
            reconnecting.unlock();
        }
    }

    /** The NDB API gives up waiting for a lost cluster's answers only after minutes: nobody is to wait for that. */
    private static void discard(ClusterLink lost) {
        Thread thread = new Thread(lost::close, "ndb-disconnect");
        thread.setDaemon(true);
        thread.start();
    }

    /** Whether the cluster has this table, and it can be used. */
    public boolean hasTable(TableDefinition table) {
        return present().tables().has(table);
    }

    /** UNAVAILABLE if another process is still making one of these tables. */
    void requireUsable(List<TableDefinition> tables) {
        Tables found = present().tables();
        tables.forEach(found::get);
    }

    /** How often this process has waited for an answer of the cluster. */
    public long roundTrips() {
        return roundTrips.sum();
    }

    /** How many sessions were opened for transactions over the present connection. */
    long sessionsOpened() {
        return present().sessionsOpened();
    }

    /** Subscribes over the present connection. */
    EventStream openEvents(List<Subscription> subscriptions) {
        return present().openEvents(subscriptions);
    }

    /** Does something with a database of the cluster. */
    void inDatabase(String name, Consumer<Ndb> work) {
        ClusterSession session = ClusterSession.open(present().connection(), name);
        try {
            work.accept(session.ndb());
        } finally {
            session.close();
        }
    }

    /** Ends all transactions and disconnects. */
    @Override
    public void close() {
        reconnecting.lock();
        try {
            if (!closed) {
                closed = true;
                link.close();
            }
        } finally {
            reconnecting.unlock();
        }
    }
}
