package io.lambdafs.store.sql;

/** A statement that changes rows and need not be answered before the next one is sent. */
record Deferred(String sql, Parameters.Binder parameters) {
    /**
     * An UPDATE that fails if it finds no row. In SQL, because the answer may come together with that of the commit;
     * and with a division by zero, because that needs no function in the database.
     */
    static Deferred updateOfExisting(String sql, Parameters.Binder parameters) {
        return new Deferred("WITH updated AS (" + sql + " RETURNING 1) SELECT 1 / count(*) FROM updated", parameters);
    }
}
