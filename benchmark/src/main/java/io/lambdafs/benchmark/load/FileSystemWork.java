package io.lambdafs.benchmark.load;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;

/** The single operations of a file system; each does one thing, to a random part of the tree or to a new file. */
final class FileSystemWork {
    private static final int OWNER_ALL = 0700;
    private static final int GROUP_AND_OTHER = 0100;
    private static final int OWNERS = 50;

    private final FileSystem fs;
    private final Tree tree;
    private final AtomicInteger changes = new AtomicInteger();

    FileSystemWork(FileSystem fs, Tree tree) {
        this.fs = fs;
        this.tree = tree;
    }

    /** Work by its name, as commands give it. */
    Work named(String name) {
        return switch (name) {
            case "stat" -> this::stat;
            case "open" -> this::open;
            case "ls" -> this::list;
            case "nothing" -> caller -> fs.msync();
            case "create" -> inOwnDirectory(caller -> create(new Path(caller.own(), caller.freshName())));
            case "mkdirs" -> inOwnDirectory(caller -> makeDirectory(new Path(caller.own(), caller.freshName())));
            case "chmod-again" -> this::keepMode;
            case "chown-again" -> this::keepOwner;
            case "chmod" -> this::changeMode;
            case "chown" -> this::changeOwner;
            case "mix" -> new SpotifyMix(this);
            default -> throw new IllegalArgumentException("no work is called " + name);
        };
    }

    private Work inOwnDirectory(Work work) {
        return new Work() {
            @Override
            public void prepare(Caller caller) throws IOException {
                makeDirectory(caller.own());
            }

            @Override
            public void perform(Caller caller) throws IOException {
                work.perform(caller);
            }
        };
    }

    Tree tree() {
        return tree;
    }

    void stat(Caller caller) throws IOException {
        stat(caller.anyOf(tree.files()));
    }

    void stat(Path file) throws IOException {
        FileStatus status = fs.getFileStatus(file);
        require(status.isFile() && status.getLen() == 0, file, "has another status");
    }

    void open(Caller caller) throws IOException {
        open(caller.anyOf(tree.files()));
    }

    /** Opens and reads to the end; the files are empty, so that no DataNode is asked. */
    void open(Path file) throws IOException {
        try (FSDataInputStream in = fs.open(file)) {
            require(in.read() == -1, file, "is not empty");
        }
    }

    void list(Caller caller) throws IOException {
        list(caller.anyOf(tree.directories()));
    }

    void list(Path directory) throws IOException {
        require(fs.listStatus(directory).length >= tree.filesPerDirectory(), directory, "lacks files");
    }

    /** Gives a directory the mode that it has, once each has had its first turn. */
    void keepMode(Caller caller) throws IOException {
        fs.setPermission(caller.anyOf(tree.directories()), new FsPermission((short) OWNER_ALL));
    }

    /** Gives a directory the owner that it has, once each has had its first turn. */
    void keepOwner(Caller caller) throws IOException {
        fs.setOwner(caller.anyOf(tree.directories()), "owner", null);
    }

    /** Gives a directory a mode that it hardly had before. */
    void changeMode(Caller caller) throws IOException {
        int mode = OWNER_ALL + changes.incrementAndGet() % GROUP_AND_OTHER;
        fs.setPermission(caller.anyOf(tree.directories()), new FsPermission((short) mode));
    }

    /** Gives a directory an owner that it hardly had before. */
    void changeOwner(Caller caller) throws IOException {
        fs.setOwner(caller.anyOf(tree.directories()), "owner" + changes.incrementAndGet() % OWNERS, null);
    }

    void create(Path file) throws IOException {
        fs.create(file, false).close();
    }

    void makeDirectory(Path directory) throws IOException {
        require(fs.mkdirs(directory), directory, "was not made");
    }

    void rename(Path from, Path to) throws IOException {
        require(fs.rename(from, to), from, "was not renamed");
    }

    void delete(Path file) throws IOException {
        require(fs.delete(file, false), file, "was not deleted");
    }

    private static void require(boolean right, Path path, String complaint) throws IOException {
        if (!right) {
            throw new IOException(path + " " + complaint);
        }
    }
}
