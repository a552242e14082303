package io.lambdafs.store.rocks.engine;

/** Work on the tables of volumes. It runs once, on the engine's thread, so it must be short. */
@FunctionalInterface
public interface VolumeWork<T> {
    T run(VersionedRows rows);
}
