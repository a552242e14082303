package io.lambdafs.store.rocks;

import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreProvider;
import io.lambdafs.store.rocks.engine.Engine;
import java.nio.file.Path;

/**
 * Offers the embedded store for URLs of the form {@code rocks:DIRECTORY}: an engine in this process over that directory.
 * No other process can have the directory open at the same time.
 */
public final class RocksStoreProvider implements StoreProvider {
    private static final String SCHEME = "rocks:";

    @Override
    public boolean accepts(String url) {
        return url.startsWith(SCHEME);
    }

    @Override
    public MetadataStore open(StoreConfig config) {
        Path directory = Path.of(config.url().substring(SCHEME.length()));
        Engine engine = EmbeddedEngine.at(directory);
        return new RocksMetadataStore(engine, config.bounds(), engine::close);
    }
}
