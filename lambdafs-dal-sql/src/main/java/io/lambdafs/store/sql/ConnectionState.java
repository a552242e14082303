package io.lambdafs.store.sql;

import io.lambdafs.store.StoreException;
import java.sql.Connection;

/** What is known of a connection after it was used. */
enum ConnectionState {
    IN_ORDER,
    /** It may be in a transaction, or closed. */
    UNKNOWN,
    /** The server did not answer, or went away. */
    SERVER_LOST;

    static ConnectionState after(StoreException failure) {
        return switch (failure.kind()) {
            case UNAVAILABLE -> SERVER_LOST;
            case EXPIRED -> UNKNOWN;
            default -> IN_ORDER;
        };
    }

    void giveBack(Connection connection, ConnectionPool pool) {
        switch (this) {
            case IN_ORDER -> pool.giveBack(connection);
            case UNKNOWN -> pool.drop(connection);
            case SERVER_LOST -> pool.dropAll(connection);
        }
    }
}
