package io.lambdafs.namenode.sim.store;

import io.lambdafs.fs.INode;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.testkit.sim.SimStore;
import io.lambdafs.testkit.store.InMemoryDatabase;
import java.time.Duration;
import java.util.List;

/** The store of a simulation, which all its processes share. */
public interface SharedSimStore {
    /** Bounds for users that do not wait. */
    Bounds AT_ONCE = new Bounds(Duration.ZERO, Duration.ZERO, Duration.ofDays(1));

    /** What it is made of. */
    enum Kind {
        /** The in-memory twin of all stores. */
        TWIN,
        /** The embedded store's own core. */
        ENGINE;

        /** The kind that a seed has, if nothing else was asked for: of any two neighbours, the even one first, each has one. */
        public static Kind of(long seed) {
            return Long.bitCount(seed) % 2 == 0 ? TWIN : ENGINE;
        }
    }

    /** A process's end of it. */
    SimStore open(Bounds bounds);

    /** Another end, whose calls take no time. */
    MetadataStore openAtOnce();

    /** What is committed now, which nobody changes any more. */
    InMemoryDatabase snapshot();

    /** The inodes that are committed now. */
    List<INode> inodes();

    /** Whether no writing transaction is open and no row is locked. */
    boolean isQuiet();

    /** Begins with what goes wrong in a store itself. */
    void startFaults();

    /** Ends that. */
    void stopFaults();

    /** How often it has crashed. */
    int crashes();
}
