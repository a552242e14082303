package io.lambdafs.store.ndb.cluster;

import com.mysql.ndbjtie.ndbapi.Ndb_cluster_connection;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/**
 * One connection to a cluster, from its making until it is lost or closed, with all that hangs on it.
 *
 * <p>The NDB API connects again only when every table that it handed out has been given back. So a lost link is dropped
 * whole, and a new one made.
 */
final class ClusterLink {
    /** Longer than a data node takes until it accepts a process again that used the same section of the configuration. */
    private static final int FIRST_NODE_SECONDS = 5;

    /** Where the NDB API is to look for certificates: nowhere. */
    private static final String NO_CERTIFICATES = "";

    /** What the NDB API calls relaxed: encrypted where both sides have certificates. */
    private static final int TLS_IF_POSSIBLE = 0;

    private final Ndb_cluster_connection connection;
    private final ClusterSession dictionary;
    private final Tables tables;
    private final Sessions sessions;
    private final LongAdder roundTrips;
    private final String database;
    private final Set<EventStream> streams = new HashSet<>();
    private boolean streamsClosed;
    private final AtomicBoolean closed = new AtomicBoolean();

    private ClusterLink(Ndb_cluster_connection connection, String database, StoreConfig config, LongAdder roundTrips) {
        this.connection = connection;
        this.roundTrips = roundTrips;
        this.database = database;
        dictionary = ClusterSession.open(connection, database);
        tables = new Tables(dictionary.ndb());
        sessions =
                new Sessions(() -> ClusterSession.open(connection, database), config.maxConnections(), config.bounds());
    }

    /** Connects; UNAVAILABLE if no node answers in time. */
    static ClusterLink connect(ClusterAddress address, StoreConfig config, LongAdder roundTrips) {
        Ndb_cluster_connection connection = Ndb_cluster_connection.create(address.connectString());
        try {
            // Without this, version 9.7.2 of the client library takes the level from memory that it has not
            // initialized. With one that does not exist it cannot ask the management server for the ports of data
            // nodes, and reaches none.
            connection.configure_tls(NO_CERTIFICATES, TLS_IF_POSSIBLE);
            connection.set_name("lambdafs");
            int seconds = Math.toIntExact(Math.max(1, config.bounds().connect().toSeconds()));
            if (connection.connect(seconds, 1, 0) != 0) {
                throw unreachable(address, connection.get_latest_error_msg());
            }
            if (connection.wait_until_ready(FIRST_NODE_SECONDS, 0) < 0) {
                throw unreachable(address, "no data node answers");
            }
            return new ClusterLink(connection, address.database(), config, roundTrips);
        } catch (RuntimeException e) {
            Ndb_cluster_connection.delete(connection);
            throw e;
        }
    }

    private static StoreException unreachable(ClusterAddress address, String why) {
        return new StoreException(
                Kind.UNAVAILABLE,
                "cannot connect to the NDB cluster at " + address.connectString() + ": " + why
                        + ". Check that its management server and data nodes run, and that its configuration has a free"
                        + " [api] section for this process");
    }

    ClusterTransaction begin(Duration life, TransactionHint place) {
        return sessions.begin((session, owner) ->
                new ClusterTransaction(new ClusterTransaction.Lent(session, owner, tables, roundTrips), place, life));
    }

    /** How many sessions were opened for transactions. */
    long sessionsOpened() {
        return sessions.opened();
    }

    Tables tables() {
        return tables;
    }

    Ndb_cluster_connection connection() {
        return connection;
    }

    /** Subscribes; the stream ends with this link at the latest. */
    EventStream openEvents(List<Subscription> subscriptions) {
        synchronized (streams) {
            if (streamsClosed) {
                throw new StoreException(Kind.UNAVAILABLE, "the connection to the cluster was closed");
            }
            EventStream stream = EventStream.open(connection, database, subscriptions);
            streams.removeIf(EventStream::isClosed);
            streams.add(stream);
            return stream;
        }
    }

    private void closeStreams() {
        synchronized (streams) {
            streamsClosed = true;
            streams.forEach(EventStream::close);
        }
    }

    boolean isLost() {
        return sessions.isLost();
    }

    /** Ends all transactions and disconnects, the first time. */
    void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        closeStreams();
        if (sessions.close()) {
            dictionary.close();
            Ndb_cluster_connection.delete(connection);
        }
    }
}
