package io.lambdafs.store.ndb.cluster;

import com.mysql.ndbjtie.ndbapi.Ndb;
import com.mysql.ndbjtie.ndbapi.NdbDictionary.Dictionary;
import com.mysql.ndbjtie.ndbapi.NdbDictionary.Event;
import com.mysql.ndbjtie.ndbapi.NdbDictionary.EventConst.EventReport;
import com.mysql.ndbjtie.ndbapi.NdbDictionary.EventConst.TableEvent;
import com.mysql.ndbjtie.ndbapi.NdbEventOperation;
import com.mysql.ndbjtie.ndbapi.NdbRecAttr;
import com.mysql.ndbjtie.ndbapi.Ndb_cluster_connection;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Events of some tables over one connection, until it is lost or closed. The cluster sends them with each epoch. Polled by
 * one thread; closed by any.
 */
final class EventStream implements AutoCloseable {
    private final Ndb ndb;
    private final Map<NdbEventOperation, Values> operations = new HashMap<>();
    private boolean closed;

    /** Where an operation puts the values of the event that it is at. */
    private record Values(Subscription subscription, List<NdbRecAttr> attributes) {
        boolean areInteresting() {
            List<Long> values = new ArrayList<>();
            for (int column = 0; column < attributes.size(); column++) {
                boolean big = subscription.table().columns().get(column).type() == ColumnDefinition.Type.BIGINT;
                NdbRecAttr attribute = attributes.get(column);
                values.add(big ? attribute.int64_value() : Long.valueOf(attribute.int32_value()));
            }
            return subscription.interesting().test(values);
        }
    }

    private EventStream(Ndb ndb) {
        this.ndb = ndb;
    }

    /** Subscribes; what happens from now on is heard of. */
    static EventStream open(Ndb_cluster_connection connection, String database, List<Subscription> subscriptions) {
        Ndb ndb = Ndb.create(connection, database, NdbCluster.SCHEMA);
        EventStream stream = new EventStream(ndb);
        try {
            if (ndb.init(1) != 0) {
                throw NdbErrors.translate(ndb.getNdbError());
            }
            subscriptions.forEach(subscription -> stream.subscribe(database, subscription));
            return stream;
        } catch (RuntimeException e) {
            stream.close();
            throw e;
        }
    }

    /** The name of a table's event, which the whole cluster shares. */
    static String eventName(String database, TableDefinition table) {
        return database + "/" + table.name() + "$rows";
    }

    private void subscribe(String database, Subscription subscription) {
        TableDefinition table = subscription.table();
        String name = eventName(database, table);
        require(ndb.getDictionary(), name, table);
        NdbEventOperation operation = ndb.createEventOperation(name);
        if (operation == null) {
            throw failed(name);
        }
        // The whole key in its order, and the values before too: the NDB API takes what comes for what was asked for,
        // one after another, and for a key it expects both to have been.
        List<NdbRecAttr> attributes = new ArrayList<>();
        for (ColumnDefinition column : table.columns().subList(0, table.keyColumns())) {
            attributes.add(operation.getValue(column.name(), null));
            operation.getPreValue(column.name(), null);
        }
        operations.put(operation, new Values(subscription, attributes));
        if (operation.execute() != 0) {
            throw failed(name);
        }
    }

    /** An event of a table that is no more has its name too: then the next attempt makes it anew. */
    private StoreException failed(String name) {
        StoreException failure = NdbErrors.translate(ndb.getNdbError(), "subscribing to " + name);
        if (ndb.getDictionary().dropEvent(name, 0) != 0) {
            return new StoreException(failure.kind(), failure.getMessage() + ", and it cannot be made anew", failure);
        }
        return failure;
    }

    private static void require(Dictionary dictionary, String name, TableDefinition table) {
        if (dictionary.getEvent(name) != null) {
            return;
        }
        var found = dictionary.getTable(table.name());
        if (found == null) {
            throw NdbErrors.translate(dictionary.getNdbError(), "looking up the table " + table.name());
        }
        Event event = Event.create(name, found);
        try {
            event.addTableEvent(TableEvent.TE_INSERT);
            event.addTableEvent(TableEvent.TE_DELETE);
            for (int column = 0; column < table.keyColumns(); column++) {
                event.addEventColumn(table.columns().get(column).name());
            }
            event.setReport(EventReport.ER_UPDATED);
            if (dictionary.createEvent(event) != 0 && dictionary.getNdbError().code() != NdbErrors.EVENT_EXISTS) {
                throw NdbErrors.translate(dictionary.getNdbError(), "making the event " + name);
            }
        } finally {
            Event.delete(event);
        }
    }

    /** Forgets a table's event. */
    static void drop(Dictionary dictionary, String database, TableDefinition table) {
        String name = eventName(database, table);
        if (dictionary.getEvent(name) != null && dictionary.dropEvent(name, 0) != 0) {
            throw NdbErrors.translate(dictionary.getNdbError(), "dropping the event " + name);
        }
    }

    /**
     * Waits for events, at most so long; says whether one was interesting.
     *
     * @throws StoreException of kind UNAVAILABLE if none will come any more
     */
    synchronized boolean poll(Duration longest) {
        if (closed) {
            throw new StoreException(Kind.UNAVAILABLE, "the events' connection was closed");
        }
        int some = ndb.pollEvents(Math.toIntExact(longest.toMillis()), null);
        if (some < 0) {
            throw new StoreException(Kind.UNAVAILABLE, "the events' connection is lost");
        }
        boolean interesting = false;
        if (some > 0) {
            for (NdbEventOperation next = ndb.nextEvent(); next != null; next = ndb.nextEvent()) {
                interesting |= isInteresting(next);
            }
        }
        return interesting;
    }

    private boolean isInteresting(NdbEventOperation operation) {
        int type = operation.getEventType();
        if (type == TableEvent.TE_CLUSTER_FAILURE || type == TableEvent.TE_DROP) {
            throw new StoreException(Kind.UNAVAILABLE, "the cluster ended the events");
        }
        Values values = operations.get(operation);
        return values != null
                && (type == TableEvent.TE_INSERT || type == TableEvent.TE_DELETE)
                && values.areInteresting();
    }

    synchronized boolean isClosed() {
        return closed;
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            operations.keySet().forEach(ndb::dropEventOperation);
            Ndb.delete(ndb);
        }
    }
}
