package io.lambdafs.benchmark.harness.operation;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Performs operations on a file system, by nothing but {@link FileSystem}. An answer that is wrong fails the operation: the speed of a wrong answer
 * means nothing. For one thread.
 */
public final class Performer {
    private static final int BUFFER = 64 * 1024;
    private static final int STREAM_BUFFER = 4096;

    private final FileSystem fs;
    private final byte[] buffer = new byte[BUFFER];

    /** For one client. */
    public Performer(FileSystem fs) {
        this.fs = fs;
    }

    /**
     * Performs an operation.
     *
     * @throws FalseReturnException if the file system answers that it did nothing
     * @throws IOException if it fails, or its answer is wrong
     */
    public void perform(PathOperation operation) throws IOException {
        Path path = new Path(operation.path());
        switch (operation.kind()) {
            case MKDIR -> require(fs.mkdirs(path), operation);
            case CREATE -> create(path, operation);
            case APPEND -> append(path, operation.bytes());
            case READ -> read(path, operation.bytes());
            case LIST_FILE -> listFile(path);
            case LIST_DIR -> fs.listStatus(path);
            case CHMOD_FILE, CHMOD_DIR -> fs.setPermission(path, new FsPermission((short) operation.number()));
            case SET_REPLICATION -> require(fs.setReplication(path, (short) operation.number()), operation);
            case STAT_FILE -> statFile(path, operation.bytes());
            case STAT_DIR -> statDir(path);
            case CHOWN_FILE, CHOWN_DIR -> fs.setOwner(path, operation.owner(), null);
            case RENAME, RENAME_TREE -> require(fs.rename(path, new Path(operation.to())), operation);
            case DELETE, DELETE_TREE -> require(fs.delete(path, true), operation);
        }
    }

    private static void require(boolean done, PathOperation operation) throws FalseReturnException {
        if (!done) {
            throw new FalseReturnException(operation);
        }
    }

    private void create(Path path, PathOperation operation) throws IOException {
        short replication = operation.number() > 0 ? (short) operation.number() : fs.getDefaultReplication(path);
        try (OutputStream out = fs.create(path, false, STREAM_BUFFER, replication, fs.getDefaultBlockSize(path))) {
            write(out, operation.bytes());
        }
    }

    private void append(Path path, long bytes) throws IOException {
        try (OutputStream out = fs.append(path)) {
            write(out, bytes);
        }
    }

    private void write(OutputStream out, long bytes) throws IOException {
        for (long left = bytes; left > 0; left -= buffer.length) {
            out.write(buffer, 0, (int) Math.min(left, buffer.length));
        }
    }

    private void read(Path path, long expected) throws IOException {
        long length = 0;
        try (FSDataInputStream in = fs.open(path)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                length += read;
            }
        }
        requireLength(path, expected, length);
    }

    private void listFile(Path path) throws IOException {
        FileStatus[] found = fs.listStatus(path);
        if (found.length != 1 || !found[0].isFile()) {
            throw new IOException(path + " was listed with " + found.length + " entries: a file is its only entry");
        }
    }

    private void statFile(Path path, long expected) throws IOException {
        FileStatus status = fs.getFileStatus(path);
        if (!status.isFile()) {
            throw new IOException(path + " is not a file");
        }
        requireLength(path, expected, status.getLen());
    }

    private void statDir(Path path) throws IOException {
        if (!fs.getFileStatus(path).isDirectory()) {
            throw new IOException(path + " is not a directory");
        }
    }

    private static void requireLength(Path path, long expected, long found) throws IOException {
        if (expected >= 0 && expected != found) {
            throw new IOException(path + " has " + found + " bytes in place of " + expected);
        }
    }
}
