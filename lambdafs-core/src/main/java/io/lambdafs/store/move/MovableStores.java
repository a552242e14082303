package io.lambdafs.store.move;

import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import java.util.ServiceLoader;

/** Finds the adapter for a store that is moved, and says why a store is not open for anything else. */
public final class MovableStores {
    private MovableStores() {}

    /**
     * Opens the store with the adapter that accepts its URL.
     *
     * @throws StoreException INCOMPATIBLE when no adapter on the class path can move such a store, or what the adapter throws
     */
    public static MovableStore open(StoreConfig config) {
        for (MoveProvider provider : ServiceLoader.load(MoveProvider.class)) {
            if (provider.accepts(config.url())) {
                return provider.open(config);
            }
        }
        throw new StoreException(
                Kind.INCOMPATIBLE,
                "no metadata can be moved from or to " + config.place()
                        + ": use jdbc:postgresql://HOST:PORT/DATABASE, rocks:DIRECTORY or ndb://HOST:PORT/DATABASE; the"
                        + " last one needs the adapter for NDB, which bin/lambdafs adds where it was built");
    }

    /** Says that a store cannot be opened because it is the target of a move. */
    public static StoreException refusal(MoveMark mark) {
        return new StoreException(
                Kind.INCOMPATIBLE,
                "this store has only a part of the metadata of " + mark.from()
                        + ": run `lambdafs migrate` with the same"
                        + " arguments again until it ends without an error, or use another store");
    }

    /** Says that a store cannot be opened because its content was moved away, or is being moved. */
    public static StoreException refusal(String movedTo) {
        return new StoreException(
                Kind.INCOMPATIBLE,
                "the metadata of this store was moved to " + movedTo
                        + ": use that store. If you want to give up what was"
                        + " changed there, run `lambdafs migrate --reopen` with this store's URL");
    }
}
