package io.lambdafs.store;

/** An adapter that can be found by {@link java.util.ServiceLoader}, so that programs do not name the one they use. */
public interface StoreProvider {
    /** Whether this adapter is for stores with such a URL. */
    boolean accepts(String url);

    /**
     * Opens the store; creates or migrates its schema where needed. Several processes may do so at once.
     *
     * @throws StoreException UNAVAILABLE, or INCOMPATIBLE when the data is of a newer version
     */
    MetadataStore open(StoreConfig config);
}
