package io.lambdafs.benchmark.harness.workload;

import java.util.Locale;

/**
 * What one client needs to know to make up its operations.
 *
 * @param base the directory of the whole run
 * @param client its number among all clients of the run, from 0
 * @param clients how many clients the run has
 * @param seed of the run
 * @param tree the directories and files
 * @param files how files are made
 */
public record ClientPlan(String base, int client, int clients, long seed, TreeSpec tree, FileSettings files) {
    /**
     * How files are made and changed.
     *
     * @param sizes their lengths
     * @param replication their replication; -1 for the file system's default
     * @param appendBytes what an append writes
     * @param owner whom they are given to
     */
    public record FileSettings(FileSizes sizes, int replication, long appendBytes, String owner) {}

    /** The client's name, which no other client has. */
    String name() {
        return String.format(Locale.ROOT, "c%06d", client);
    }

    /** The client's directory. */
    String root() {
        return base + "/" + name();
    }

    FileSizes sizes() {
        return files.sizes();
    }

    int replication() {
        return files.replication();
    }

    long appendBytes() {
        return files.appendBytes();
    }

    String owner() {
        return files.owner();
    }
}
