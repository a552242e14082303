package io.lambdafs.benchmark.load;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;

/** The single operations of a file system; each does one thing, to a random part of the tree or to a new file. */
public final class FileSystemWork {
    private static final int OWNER_ALL = 0700;
    private static final int GROUP_AND_OTHER = 0100;
    private static final int OWNERS = 50;
    private static final FsPermission FILE_MODE = new FsPermission((short) 0640);
    private static final FsPermission OTHER_FILE_MODE = new FsPermission((short) 0600);
    private static final long A_TIME = 1_600_000_000_000L;
    private static final long OTHER_TIME = A_TIME + 1;

    private final FileSystem fs;
    private final Tree tree;
    private final AtomicInteger changes = new AtomicInteger();

    /** Operations on this tree, which need not be there yet. */
    public FileSystemWork(FileSystem fs, Tree tree) {
        this.fs = fs;
        this.tree = tree;
    }

    /** Work by its name, as commands give it, for a round of about this length. */
    public Work named(String name, long millis) {
        return switch (name) {
            case "stat" -> this::stat;
            case "open" -> this::open;
            case "ls" -> this::list;
            case "nothing" -> caller -> fs.msync();
            case "create" -> in(LoadCaller::own, this::create);
            case "mkdirs" -> in(LoadCaller::own, this::makeDirectory);
            case "create-in-one" -> in(LoadCaller::shared, this::create);
            case "rename" -> new OwnFile(this, this::renameWithin);
            case "delete" -> new Deletions(this, millis);
            case "chmod-file" -> new OwnFile(this, this::changeMode);
            case "set-times" -> new OwnFile(this, this::changeTimes);
            case "append" -> new OwnFile(this, this::append);
            case "chmod-again" -> this::keepMode;
            case "chown-again" -> this::keepOwner;
            case "chmod" -> this::changeMode;
            case "chown" -> this::changeOwner;
            case "mix" -> SpotifyMix.all(this);
            case "mix-reads" -> SpotifyMix.reads(this);
            default -> throw new IllegalArgumentException("no work is called " + name);
        };
    }

    /** Makes something new in a directory that was made before the clock runs. */
    private Work in(Function<LoadCaller, Path> directory, ClosedLoop.PathAction make) {
        return new Work() {
            @Override
            public void prepare(LoadCaller caller) throws IOException {
                makeDirectory(directory.apply(caller));
            }

            @Override
            public void perform(LoadCaller caller) throws IOException {
                make.apply(new Path(directory.apply(caller), caller.freshName()));
            }
        };
    }

    /** What is read. */
    public Tree tree() {
        return tree;
    }

    void stat(LoadCaller caller) throws IOException {
        stat(caller.anyOf(tree.files()));
    }

    /** Asks for the status of a file of the tree. */
    public void stat(Path file) throws IOException {
        FileStatus status = fs.getFileStatus(file);
        require(status.isFile() && status.getLen() == 0, file, "has another status");
    }

    void open(LoadCaller caller) throws IOException {
        open(caller.anyOf(tree.files()));
    }

    /** Opens and reads to the end; the files are empty, so that no DataNode is asked. */
    public void open(Path file) throws IOException {
        try (FSDataInputStream in = fs.open(file)) {
            require(in.read() == -1, file, "is not empty");
        }
    }

    void list(LoadCaller caller) throws IOException {
        list(caller.anyOf(tree.directories()));
    }

    /** Lists a directory of the tree. */
    public void list(Path directory) throws IOException {
        require(fs.listStatus(directory).length >= tree.filesPerDirectory(), directory, "lacks files");
    }

    /** Gives a directory the mode that it has, once each has had its first turn. */
    void keepMode(LoadCaller caller) throws IOException {
        fs.setPermission(caller.anyOf(tree.directories()), new FsPermission((short) OWNER_ALL));
    }

    /** Gives a directory the owner that it has, once each has had its first turn. */
    void keepOwner(LoadCaller caller) throws IOException {
        fs.setOwner(caller.anyOf(tree.directories()), "owner", null);
    }

    /** Gives a directory a mode that it hardly had before. */
    void changeMode(LoadCaller caller) throws IOException {
        int mode = OWNER_ALL + changes.incrementAndGet() % GROUP_AND_OTHER;
        fs.setPermission(caller.anyOf(tree.directories()), new FsPermission((short) mode));
    }

    /** Gives a file a mode that it did not have. */
    private Path changeMode(Path file, LoadCaller caller) throws IOException {
        fs.setPermission(file, caller.isEvenTurn() ? FILE_MODE : OTHER_FILE_MODE);
        return file;
    }

    /** Gives a file a time of modification that it did not have. */
    private Path changeTimes(Path file, LoadCaller caller) throws IOException {
        fs.setTimes(file, caller.isEvenTurn() ? A_TIME : OTHER_TIME, -1);
        return file;
    }

    /** Opens a file to append to it, and closes it without a byte: two writes, as of a create. */
    private Path append(Path file, LoadCaller caller) throws IOException {
        fs.append(file).close();
        return file;
    }

    private Path renameWithin(Path file, LoadCaller caller) throws IOException {
        Path to = new Path(caller.own(), caller.freshName());
        rename(file, to);
        return to;
    }

    /** Gives a directory an owner that it hardly had before. */
    void changeOwner(LoadCaller caller) throws IOException {
        fs.setOwner(caller.anyOf(tree.directories()), "owner" + changes.incrementAndGet() % OWNERS, null);
    }

    /** Makes an empty file that must not be there. */
    public void create(Path file) throws IOException {
        fs.create(file, false).close();
    }

    /** Makes a directory and those above it. */
    public void makeDirectory(Path directory) throws IOException {
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
