package io.lambdafs.store.rocks;

import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreProvider;
import io.lambdafs.store.rocks.engine.Engine;
import io.lambdafs.store.rocks.net.EngineAddress;
import java.util.Optional;

/**
 * Offers the embedded store.
 *
 * <p>Its URLs are {@code rocks:DIRECTORY}, for an engine in this process over that directory, and {@code rocks+unix:/PATH} and
 * {@code rocks://HOST:PORT}, for an engine that {@code StoreServerMain} serves there. The password is the secret of the latter.
 */
public final class RocksStoreProvider implements StoreProvider {
    @Override
    public boolean accepts(String url) {
        return StoreUrl.accepts(url);
    }

    @Override
    public MetadataStore open(StoreConfig config) {
        Optional<EngineAddress> address = StoreUrl.address(config.url());
        if (address.isPresent()) {
            return new RocksMetadataStore(RemoteLink.connect(address.get(), config), () -> {});
        }
        Engine engine = EmbeddedEngine.at(StoreUrl.directory(config.url()));
        return new RocksMetadataStore(engine, config.bounds(), engine::close);
    }
}
