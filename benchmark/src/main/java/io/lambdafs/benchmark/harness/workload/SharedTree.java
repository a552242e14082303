package io.lambdafs.benchmark.harness.workload;

import java.util.Locale;
import java.util.random.RandomGenerator;

/** The names in the tree that all clients share. Immutable. */
final class SharedTree {
    private final String root;
    private final TreeSpec spec;
    private final long bytes;
    private final Popularity directories;
    private final Popularity files;

    SharedTree(String base, TreeSpec spec, long bytes) {
        this.root = base + "/shared";
        this.spec = spec;
        this.bytes = bytes;
        this.directories = new Popularity(spec.sharedDirs(), spec.zipf());
        this.files = new Popularity(spec.files(), spec.zipf());
    }

    String directory(int number) {
        return root + String.format(Locale.ROOT, "/d%06d", number);
    }

    String file(int directory, int number) {
        return directory(directory) + String.format(Locale.ROOT, "/f%06d", number);
    }

    String anyDirectory(RandomGenerator random) {
        return directory(directories.roll(random));
    }

    String anyFile(RandomGenerator random) {
        return file(directories.roll(random), files.roll(random));
    }

    int directories() {
        return spec.sharedDirs();
    }

    int filesPerDirectory() {
        return spec.files();
    }

    /** The length of each of its files. */
    long bytes() {
        return bytes;
    }
}
