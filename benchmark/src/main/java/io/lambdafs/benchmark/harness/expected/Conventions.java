package io.lambdafs.benchmark.harness.expected;

import java.io.IOException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * What a file system gives to files and directories whose attributes nobody set, and which attributes it keeps. This is learnt from a file and a
 * directory that are made for it and removed again, because it depends on the file system, its settings and the user.
 *
 * @param fileMode permissions of a new file
 * @param directoryMode permissions of a new directory
 * @param owner the owner of both
 * @param replication the replication of a new file
 * @param keepsMode whether permissions that are set are there afterwards
 * @param keepsReplication whether a replication that is set is there afterwards
 * @param inheritsMode whether a directory that is made on the way to a file has the permissions of the one above it, as on HDFS
 */
public record Conventions(
        int fileMode,
        int directoryMode,
        String owner,
        int replication,
        boolean keepsMode,
        boolean keepsReplication,
        boolean inheritsMode) {
    private static final short PROBE_MODE = 0604;
    private static final short PROBE_DIRECTORY_MODE = 0751;
    private static final int OWNER_MAY_CHANGE = 0300;
    private static final short PROBE_REPLICATION = 3;

    /**
     * Learns them.
     *
     * @param path of a directory that is not there; it is made, and removed again
     */
    public static Conventions of(FileSystem fs, String path) throws IOException {
        Path directory = new Path(path);
        Path file = new Path(directory, "file");
        if (!fs.mkdirs(directory)) {
            throw new IOException(directory + " was not made");
        }
        fs.create(file, false).close();
        FileStatus made = fs.getFileStatus(file);
        int fileMode = made.getPermission().toShort();
        String owner = made.getOwner();
        int replication = made.getReplication();
        int directoryMode = fs.getFileStatus(directory).getPermission().toShort();
        boolean modeSet = isAccepted(() -> fs.setPermission(file, new FsPermission(PROBE_MODE)));
        boolean replicationSet = isAccepted(() -> fs.setReplication(file, PROBE_REPLICATION));
        FileStatus changed = fs.getFileStatus(file);
        boolean directoryModeSet =
                isAccepted(() -> fs.setPermission(directory, new FsPermission(PROBE_DIRECTORY_MODE)));
        Path onTheWay = new Path(directory, "way");
        fs.create(new Path(onTheWay, "file"), false).close();
        boolean inherits =
                directoryModeSet && fs.getFileStatus(onTheWay).getPermission().toShort() == PROBE_DIRECTORY_MODE;
        Conventions conventions = new Conventions(
                fileMode,
                directoryMode,
                owner,
                replication,
                modeSet && changed.getPermission().toShort() == PROBE_MODE,
                replicationSet && changed.getReplication() == PROBE_REPLICATION,
                inherits);
        fs.delete(directory, true);
        return conventions;
    }

    /** A change of an attribute. */
    @FunctionalInterface
    private interface Change {
        void make() throws IOException;
    }

    /** Not every file system has every attribute. */
    private static boolean isAccepted(Change change) {
        try {
            change.make();
            return true;
        } catch (IOException | UnsupportedOperationException refused) {
            return false;
        }
    }

    /** An entry with the attributes that it must have. */
    ExpectedEntry complete(ExpectedEntry entry) {
        return new ExpectedEntry(
                entry.directory(),
                expectedMode(entry),
                entry.owner().isEmpty() ? owner : entry.owner(),
                expectedReplication(entry),
                entry.bytes(),
                ExpectedEntry.DEFAULT);
    }

    private int expectedMode(ExpectedEntry entry) {
        if (keepsMode && entry.mode() != ExpectedEntry.DEFAULT) {
            return entry.mode();
        }
        if (inheritsMode && entry.inherited() != ExpectedEntry.DEFAULT) {
            return entry.inherited() | OWNER_MAY_CHANGE;
        }
        return entry.directory() ? directoryMode : fileMode;
    }

    private int expectedReplication(ExpectedEntry entry) {
        if (entry.directory()) {
            return 0;
        }
        return keepsReplication && entry.replication() != ExpectedEntry.DEFAULT ? entry.replication() : replication;
    }

    /** What is there, as far as this file system keeps it. */
    static ExpectedEntry found(FileStatus status) {
        return new ExpectedEntry(
                status.isDirectory(),
                status.getPermission().toShort(),
                status.getOwner(),
                status.isDirectory() ? 0 : status.getReplication(),
                status.isDirectory() ? 0 : status.getLen(),
                ExpectedEntry.DEFAULT);
    }
}
