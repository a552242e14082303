package io.lambdafs.store.sql;

import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.move.MovableStore;
import io.lambdafs.store.move.MoveProvider;

/** Opens PostgreSQL databases to move their content, for URLs that begin with {@code jdbc:postgresql:}. */
public final class PostgresMoveProvider implements MoveProvider {
    @Override
    public boolean accepts(String url) {
        return PostgresStoreProvider.isPostgres(url);
    }

    @Override
    public MovableStore open(StoreConfig config) {
        ConnectionPool pool = new ConnectionPool(new Connector(config), config);
        try {
            Migrations.Found found = Migrations.apply(pool);
            return new SqlMovableStore(pool, new PostgresMetadataStore(pool, config, found.identity()));
        } catch (RuntimeException e) {
            pool.close();
            throw e;
        }
    }
}
