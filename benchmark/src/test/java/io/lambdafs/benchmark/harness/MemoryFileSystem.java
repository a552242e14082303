package io.lambdafs.benchmark.harness;

import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PositionedReadable;
import org.apache.hadoop.fs.Seekable;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/** A file system in memory, {@code mem://NAME/}, that all tests with the same name share. It keeps modes, owners, replications and lengths. */
public final class MemoryFileSystem extends FileSystem {
    private static final Map<String, NavigableMap<String, FileStatus>> ALL = new ConcurrentHashMap<>();

    private URI uri = URI.create("mem://none/");
    private NavigableMap<String, FileStatus> entries = new TreeMap<>();

    /** The setting by which Hadoop finds it, as an option of the command. */
    public static String option() {
        return "fs.mem.impl=" + MemoryFileSystem.class.getName();
    }

    /** The one of a name. */
    public static FileSystem named(String name) throws IOException {
        Configuration configuration = new Configuration(false);
        configuration.set("fs.mem.impl", MemoryFileSystem.class.getName());
        return FileSystem.newInstance(URI.create("mem://" + name + "/"), configuration);
    }

    @Override
    public void initialize(URI name, Configuration configuration) throws IOException {
        super.initialize(name, configuration);
        setConf(configuration);
        uri = URI.create("mem://" + name.getAuthority());
        entries = ALL.computeIfAbsent(name.getAuthority(), unused -> {
            NavigableMap<String, FileStatus> empty = new TreeMap<>();
            empty.put("/", status("/", true, 0, 0));
            return empty;
        });
    }

    private static FileStatus status(String path, boolean directory, long bytes, int replication) {
        FsPermission mode = new FsPermission((short) (directory ? 0755 : 0644));
        return new FileStatus(bytes, directory, replication, 1, 0, 0, mode, "tester", "testers", new Path(path));
    }

    private static String key(Path path) {
        return path.toUri().getPath();
    }

    private FileStatus require(Path path) throws FileNotFoundException {
        FileStatus status = entries.get(key(path));
        if (status == null) {
            throw new FileNotFoundException("File does not exist: " + path);
        }
        return status;
    }

    @Override
    public URI getUri() {
        return uri;
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
        synchronized (ALL) {
            return new FSDataInputStream(new Zeros((int) require(path).getLen()));
        }
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
        synchronized (ALL) {
            if (entries.containsKey(key(path)) && !overwrite) {
                throw new FileAlreadyExistsException(path + " already exists");
            }
            makeOnTheWay(path.getParent());
            entries.put(key(path), status(key(path), false, 0, replication));
        }
        return writer(path);
    }

    /** As on HDFS, if the name begins with {@code inheriting}. */
    private void makeOnTheWay(Path directory) throws IOException {
        Path there = directory;
        while (!entries.containsKey(key(there))) {
            there = there.getParent();
        }
        FsPermission above = require(there).getPermission();
        mkdirs(directory);
        for (Path at = directory; !key(at).equals(key(there)); at = at.getParent()) {
            if (uri.getAuthority().startsWith("inheriting")) {
                setPermission(at, above);
            }
        }
    }

    private FSDataOutputStream writer(Path path) throws IOException {
        return new FSDataOutputStream(
                new OutputStream() {
                    @Override
                    public void write(int one) throws IOException {
                        write(new byte[1], 0, 1);
                    }

                    @Override
                    public void write(byte[] bytes, int offset, int length) throws IOException {
                        synchronized (ALL) {
                            FileStatus old = require(path);
                            put(old, key(path), old.getLen() + length, old.getReplication());
                        }
                    }
                },
                null);
    }

    private void put(FileStatus old, String path, long bytes, int replication) {
        entries.put(
                path,
                new FileStatus(
                        bytes,
                        old.isDirectory(),
                        replication,
                        1,
                        0,
                        0,
                        old.getPermission(),
                        old.getOwner(),
                        old.getGroup(),
                        new Path(path)));
    }

    @Override
    public FSDataOutputStream append(Path path, int bufferSize, Progressable progress) throws IOException {
        synchronized (ALL) {
            require(path);
        }
        return writer(path);
    }

    @Override
    public boolean rename(Path from, Path to) {
        synchronized (ALL) {
            if (!entries.containsKey(key(from)) || entries.containsKey(key(to))) {
                return false;
            }
            for (String path : List.copyOf(below(from).keySet())) {
                FileStatus moved = entries.remove(path);
                put(moved, key(to) + path.substring(key(from).length()), moved.getLen(), moved.getReplication());
            }
            return true;
        }
    }

    /** A path and everything below it. */
    private Map<String, FileStatus> below(Path path) {
        NavigableMap<String, FileStatus> found =
                new TreeMap<>(entries.subMap(key(path) + "/", true, key(path) + "0", false));
        FileStatus own = entries.get(key(path));
        if (own != null) {
            found.put(key(path), own);
        }
        return found;
    }

    @Override
    public boolean delete(Path path, boolean recursive) {
        synchronized (ALL) {
            return entries.keySet().removeAll(below(path).keySet());
        }
    }

    @Override
    public FileStatus[] listStatus(Path path) throws IOException {
        synchronized (ALL) {
            FileStatus status = require(path);
            if (status.isFile()) {
                return new FileStatus[] {status};
            }
            List<FileStatus> children = new ArrayList<>();
            below(path).forEach((name, child) -> {
                if (new Path(name).getParent() != null
                        && key(new Path(name).getParent()).equals(key(path))) {
                    children.add(child);
                }
            });
            return children.toArray(FileStatus[]::new);
        }
    }

    @Override
    public void setWorkingDirectory(Path path) {}

    @Override
    public Path getWorkingDirectory() {
        return new Path("/");
    }

    @Override
    public boolean mkdirs(Path path, FsPermission permission) throws IOException {
        synchronized (ALL) {
            for (Path at = path; at != null && !entries.containsKey(key(at)); at = at.getParent()) {
                entries.put(key(at), status(key(at), true, 0, 0));
            }
            return true;
        }
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        synchronized (ALL) {
            return require(path);
        }
    }

    @Override
    public void setPermission(Path path, FsPermission permission) throws IOException {
        synchronized (ALL) {
            FileStatus old = require(path);
            entries.put(
                    key(path),
                    new FileStatus(
                            old.getLen(),
                            old.isDirectory(),
                            old.getReplication(),
                            1,
                            0,
                            0,
                            permission,
                            old.getOwner(),
                            old.getGroup(),
                            old.getPath()));
        }
    }

    @Override
    public void setOwner(Path path, String owner, String group) throws IOException {
        synchronized (ALL) {
            FileStatus old = require(path);
            entries.put(
                    key(path),
                    new FileStatus(
                            old.getLen(),
                            old.isDirectory(),
                            old.getReplication(),
                            1,
                            0,
                            0,
                            old.getPermission(),
                            owner,
                            old.getGroup(),
                            old.getPath()));
        }
    }

    @Override
    public boolean setReplication(Path path, short replication) throws IOException {
        synchronized (ALL) {
            FileStatus old = require(path);
            put(old, key(path), old.getLen(), replication);
            return true;
        }
    }

    /** Bytes that are 0. */
    private static final class Zeros extends ByteArrayInputStream implements Seekable, PositionedReadable {
        Zeros(int length) {
            super(new byte[length]);
        }

        @Override
        public void seek(long to) {
            pos = (int) to;
        }

        @Override
        public long getPos() {
            return pos;
        }

        @Override
        public boolean seekToNewSource(long target) {
            return false;
        }

        @Override
        public int read(long position, byte[] into, int offset, int length) {
            return (int) Math.min(length, Math.max(0, count - position));
        }

        @Override
        public void readFully(long position, byte[] into, int offset, int length) {}

        @Override
        public void readFully(long position, byte[] into) {}
    }
}
