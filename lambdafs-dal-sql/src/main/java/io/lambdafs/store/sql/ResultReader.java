package io.lambdafs.store.sql;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Makes a value of the row that a result is at. */
@FunctionalInterface
interface ResultReader<T> {
    T read(ResultSet row) throws SQLException;
}
