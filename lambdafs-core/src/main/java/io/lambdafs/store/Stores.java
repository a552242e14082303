package io.lambdafs.store;

import java.util.ServiceLoader;

/** Finds the adapter for a store. */
public final class Stores {
    private Stores() {}

    /**
     * Opens the store with the adapter that accepts its URL.
     *
     * @throws StoreException INCOMPATIBLE when no adapter on the class path does, or what the adapter throws
     */
    public static MetadataStore open(StoreConfig config) {
        for (StoreProvider provider : ServiceLoader.load(StoreProvider.class)) {
            if (provider.accepts(config.url())) {
                return provider.open(config);
            }
        }
        throw new StoreException(
                StoreException.Kind.INCOMPATIBLE,
                "no store adapter for the store's URL: use jdbc:postgresql://HOST:PORT/DATABASE, or put the adapter's jar"
                        + " on the class path");
    }
}
