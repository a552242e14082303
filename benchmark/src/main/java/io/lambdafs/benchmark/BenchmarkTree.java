package io.lambdafs.benchmark;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The files that the reading operations read. */
final class BenchmarkTree {
    static final Path ROOT = new Path("/benchmark");
    static final Path DIRECTORY = new Path(ROOT, "read");
    static final int ENTRIES = 16;
    static final Path FILE = new Path(DIRECTORY, "file0");
    static final int LENGTH = 1024;

    private BenchmarkTree() {}

    /** Makes the directory and its files; the first has a block, the others none. */
    static void make(FileSystem fs) throws IOException {
        fs.mkdirs(DIRECTORY);
        for (int i = 0; i < ENTRIES; i++) {
            try (OutputStream out = fs.create(new Path(DIRECTORY, "file" + i), false)) {
                if (i == 0) {
                    out.write(new byte[LENGTH]);
                }
            }
        }
    }
}
