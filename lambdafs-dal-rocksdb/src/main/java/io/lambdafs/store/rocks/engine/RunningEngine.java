package io.lambdafs.store.rocks.engine;

import io.lambdafs.store.ClusterIdentity;
import java.nio.file.Path;

/** An engine as its users see it, whichever threads execute it. */
public interface RunningEngine {
    ClusterIdentity identity();

    /** A number for a connection or a transaction, which this engine has not given before. */
    long nextNumber();

    /** Has the engine take an event. If it takes none, the event's reply fails with UNAVAILABLE. */
    void submit(EngineEvent event);

    /**
     * Copies the tables to a directory.
     *
     * @param reply gets the number of the last commit that is in the copy for certain
     */
    void copyTo(Path directory, EngineReply<Long> reply);
}
