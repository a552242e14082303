package io.lambdafs.store.rocks;

import io.lambdafs.store.ClusterIdentity;
import io.lambdafs.store.rocks.engine.Engine;
import io.lambdafs.store.rocks.engine.EngineLimits;
import io.lambdafs.store.rocks.engine.Moment;
import io.lambdafs.store.rocks.engine.StoreLayout;
import io.lambdafs.store.rocks.keyvalue.KeyValues;
import io.lambdafs.store.rocks.keyvalue.RocksKeyValues;
import io.lambdafs.store.rocks.keyvalue.RocksLimits;
import io.lambdafs.store.rocks.table.StoredTables;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** Puts engines of this process together, with its clocks and threads. */
public final class EmbeddedEngine {
    private EmbeddedEngine() {}

    /**
     * Starts an engine over a directory; an empty or absent one becomes a new file system.
     *
     * @throws io.lambdafs.store.StoreException UNAVAILABLE or INCOMPATIBLE, as {@link RocksKeyValues#open} throws it
     */
    public static Engine at(Path directory) {
        return over(RocksKeyValues.open(directory, RocksLimits.defaults()), EngineLimits.defaults());
    }

    /** Starts an engine over tables, which it owns from now on. */
    public static Engine over(KeyValues tables, EngineLimits limits) {
        InstantSource clock = InstantSource.system();
        try {
            ClusterIdentity identity = StoreLayout.prepare(
                    tables, StoredTables.ofNewFileSystem(clock.millis()), clock, new SecureRandom());
            return new Engine(tables, identity, limits, () -> moment(clock), daemons());
        } catch (RuntimeException e) {
            tables.close();
            throw e;
        }
    }

    private static Moment moment(InstantSource clock) {
        Instant now = clock.instant();
        long micros = TimeUnit.SECONDS.toMicros(now.getEpochSecond()) + TimeUnit.NANOSECONDS.toMicros(now.getNano());
        return new Moment(System.nanoTime(), micros);
    }

    private static ThreadFactory daemons() {
        return task -> {
            Thread thread = new Thread(task, "store-engine");
            thread.setDaemon(true);
            return thread;
        };
    }
}
