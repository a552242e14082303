package io.lambdafs.store.sql;

import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreProvider;

/** Offers PostgreSQL for URLs that begin with {@code jdbc:postgresql:}. */
public final class PostgresStoreProvider implements StoreProvider {
    @Override
    public boolean accepts(String url) {
        return isPostgres(url);
    }

    static boolean isPostgres(String url) {
        return url.startsWith("jdbc:postgresql:");
    }

    @Override
    public MetadataStore open(StoreConfig config) {
        ConnectionPool pool = new ConnectionPool(new Connector(config), config);
        try {
            return new PostgresMetadataStore(
                    pool, config, Migrations.apply(pool).requireNotMoving());
        } catch (RuntimeException e) {
            pool.close();
            throw e;
        }
    }
}
