package io.lambdafs.benchmark.harness.engine;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PositionedReadable;
import org.apache.hadoop.fs.Seekable;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/**
 * A file system in this process, {@code noop:///}, that does nothing and answers at once that all went well. What the clients make of it is the most
 * that they can measure of any other. It tells files from directories by the names that workloads give them.
 */
public final class NoOpFileSystem extends FileSystem {
    private static final URI NAME = URI.create("noop:///");
    private static final FsPermission MODE = new FsPermission((short) 0644);
    private static final short REPLICATION = 3;

    /** Of an empty file. */
    private static final class Nothing extends ByteArrayInputStream implements Seekable, PositionedReadable {
        Nothing() {
            super(new byte[0]);
        }

        @Override
        public void seek(long to) {}

        @Override
        public long getPos() {
            return 0;
        }

        @Override
        public boolean seekToNewSource(long target) {
            return false;
        }

        @Override
        public int read(long position, byte[] into, int offset, int length) {
            return -1;
        }

        @Override
        public void readFully(long position, byte[] into, int offset, int length) {}

        @Override
        public void readFully(long position, byte[] into) {}
    }

    @Override
    public void initialize(URI name, Configuration configuration) throws IOException {
        super.initialize(name, configuration);
        setConf(configuration);
    }

    @Override
    public String getScheme() {
        return "noop";
    }

    @Override
    public URI getUri() {
        return NAME;
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) {
        return new FSDataInputStream(new Nothing());
    }

    @Override
    @SuppressWarnings("checkstyle:ParameterNumber") // They are Hadoop's.
    public FSDataOutputStream create(
            Path path,
            FsPermission permission,
            boolean overwrite,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress)
            throws IOException {
        return new FSDataOutputStream(OutputStream.nullOutputStream(), null);
    }

    @Override
    public FSDataOutputStream append(Path path, int bufferSize, Progressable progress) throws IOException {
        return new FSDataOutputStream(OutputStream.nullOutputStream(), null);
    }

    @Override
    public boolean rename(Path from, Path to) {
        return true;
    }

    @Override
    public boolean delete(Path path, boolean recursive) {
        return true;
    }

    @Override
    public FileStatus[] listStatus(Path path) {
        return new FileStatus[] {getFileStatus(path)};
    }

    @Override
    public void setWorkingDirectory(Path path) {}

    @Override
    public Path getWorkingDirectory() {
        return new Path("/");
    }

    @Override
    public boolean mkdirs(Path path, FsPermission permission) {
        return true;
    }

    @Override
    public void setPermission(Path path, FsPermission permission) {}

    @Override
    public void setOwner(Path path, String owner, String group) {}

    @Override
    public FileStatus getFileStatus(Path path) {
        String name = path.getName();
        boolean file = name.startsWith("f") || name.contains("-f");
        return new FileStatus(0, !file, REPLICATION, 1, 0, 0, MODE, "owner", "group", path);
    }
}
