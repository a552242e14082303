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
 * <p>Its URLs are {@code rocks:DIRECTORY}, for an engine in this process over that directory, and {@code rocks+unix:/PATH},
 * {@code rocks://HOST:PORT} and {@code rocks+tls://HOST:PORT?authorities=FILE}, for an engine that {@code StoreServerMain} serves
 * there. The user is a role of clients, such as {@code datanode}, or empty, and the password is the role's secret.
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
