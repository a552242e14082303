package io.lambdafs.benchmark;

import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** An operation that is measured. Every caller has a directory of its own and counts its operations. */
enum Operation {
    STAT("stat", false) {
        @Override
        void perform(FileSystem fs, Path caller, int number) throws IOException {
            fs.getFileStatus(BenchmarkTree.FILE);
        }
    },
    LIST("ls of 16", false) {
        @Override
        void perform(FileSystem fs, Path caller, int number) throws IOException {
            require(fs.listStatus(BenchmarkTree.DIRECTORY).length == BenchmarkTree.ENTRIES);
        }
    },
    LOCATE("locations", false) {
        @Override
        void perform(FileSystem fs, Path caller, int number) throws IOException {
            require(fs.getFileBlockLocations(BenchmarkTree.FILE, 0, BenchmarkTree.LENGTH).length == 1);
        }
    },
    MKDIRS("mkdirs", false) {
        @Override
        void perform(FileSystem fs, Path caller, int number) throws IOException {
            require(fs.mkdirs(new Path(caller, "d" + number)));
        }
    },
    CREATE("create+close", false) {
        @Override
        void perform(FileSystem fs, Path caller, int number) throws IOException {
            fs.create(new Path(caller, "f" + number), false).close();
        }
    },
    RENAME("rename", true) {
        @Override
        void perform(FileSystem fs, Path caller, int number) throws IOException {
            require(fs.rename(new Path(caller, "f" + number), new Path(caller, "g" + number)));
        }
    },
    DELETE("delete", true) {
        @Override
        void perform(FileSystem fs, Path caller, int number) throws IOException {
            require(fs.delete(new Path(caller, "g" + number), false));
        }
    };

    private final String title;
    private final boolean ofCreated;

    Operation(String title, boolean ofCreated) {
        this.title = title;
        this.ofCreated = ofCreated;
    }

    String title() {
        return title;
    }

    /** Whether it applies to the files that {@link #CREATE} made in the same round, each once. */
    boolean ofCreated() {
        return ofCreated;
    }

    /** Does it once, and fails unless its result is the right one. */
    abstract void perform(FileSystem fs, Path caller, int number) throws IOException;

    void require(boolean right) throws IOException {
        if (!right) {
            throw new IOException(title + " gave a wrong result: its speed would mean nothing");
        }
    }
}
