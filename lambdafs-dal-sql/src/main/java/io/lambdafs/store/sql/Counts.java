package io.lambdafs.store.sql;

/** Counts rows: exactly in small tables, by the server's statistics in large ones, where counting takes long. */
final class Counts {
    private Counts() {}

    static long of(PostgresSession session, String table) {
        return session.query(
                        "SELECT CASE WHEN reltuples > 100000 THEN reltuples::bigint"
                                + " ELSE (SELECT count(*) FROM " + table + ") END"
                                + " FROM pg_class WHERE oid = '" + table + "'::regclass",
                        none -> {},
                        row -> row.getLong(1))
                .get(0);
    }
}
