package io.lambdafs.namenode.snapshot;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.Name;

/**
 * A snapshot of a directory.
 *
 * @param number its place in the order of all snapshots of the file system
 * @param takenMillis when it was taken, in milliseconds since the epoch
 */
public record Snapshot(int number, Name name, long takenMillis) {
    public Snapshot {
        requireNonNull(name, "name");
    }
}
