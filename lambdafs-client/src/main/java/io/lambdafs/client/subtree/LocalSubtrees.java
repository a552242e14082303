package io.lambdafs.client.subtree;

import io.lambdafs.client.subtree.disk.JournalFile;
import io.lambdafs.client.subtree.disk.PrivateFiles;
import io.lambdafs.client.subtree.disk.SubtreeLock;
import io.lambdafs.wire.decoupling.DecoupledLease;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The decoupled subtrees of one user in one cluster that processes of this machine use one after the other. A directory has for each
 * a descriptor, {@code NUMBER.subtree}, beside its journal. Thread-safe.
 *
 * <p>The directory is listed when it is first asked for, and again once its time has changed; its time is looked at once a second at most.
 */
public final class LocalSubtrees {
    private static final String DESCRIPTOR = ".subtree";
    private static final String BLOCKS = ".blocks";
    private static final long RECHECK_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** A change this soon before a listing may have the same time as one that the listing missed. */
    private static final long TIME_GRAIN_MILLIS = 2_000;

    /** The time of a directory that could not be read, so that it is listed again. */
    private static final long UNREAD = Long.MIN_VALUE;

    private final Path directory;
    private final String cluster;
    private final String user;
    private final Duration lockWait;
    private final ReentrantLock listing = new ReentrantLock();
    private volatile List<LocalSubtree> known = Collections.emptyList();
    private volatile long checkedNanos;
    private volatile boolean listed;
    private long listedMillis;
    private long directoryMillis;

    /**
     * Those in a directory, which need not be there.
     *
     * @param cluster what tells the cluster from others
     * @param lockWait how long to wait for another process that uses a subtree
     */
    public LocalSubtrees(Path directory, String cluster, String user, Duration lockWait) {
        this.directory = directory;
        this.cluster = cluster;
        this.user = user;
        this.lockWait = lockWait;
    }

    /** The one that has this path at or below its root; null if none has. */
    @Nullable
    LocalSubtree covering(String path) {
        for (LocalSubtree each : current()) {
            if (each.hasAtOrBelow(path)) {
                return each;
            }
        }
        return null;
    }

    private List<LocalSubtree> current() {
        if (listed && System.nanoTime() - checkedNanos < RECHECK_NANOS) {
            return known;
        }
        // A caller does not wait for another one that lists already, unless nobody has listed yet.
        if (!listed) {
            listing.lock();
        } else if (!listing.tryLock()) {
            return known;
        }
        try {
            if (!listed || isChanged()) {
                list();
            }
            checkedNanos = System.nanoTime();
            listed = true;
        } finally {
            listing.unlock();
        }
        return known;
    }

    private boolean isChanged() {
        long time = timeOfDirectory();
        return time != directoryMillis || time > listedMillis - TIME_GRAIN_MILLIS;
    }

    private long timeOfDirectory() {
        try {
            return Files.getLastModifiedTime(directory).toMillis();
        } catch (IOException e) {
            return -1;
        }
    }

    /*
     * A directory that is not there has no subtrees. When it cannot be read, what was known stays: without it, calls would go to NameNodes.
     */
    private void list() {
        listedMillis = System.currentTimeMillis();
        directoryMillis = timeOfDirectory();
        List<LocalSubtree> found = new ArrayList<>();
        if (directoryMillis >= 0) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + DESCRIPTOR)) {
                for (Path file : files) {
                    LocalSubtree read = readable(file);
                    if (read != null && read.isOf(cluster, user)) {
                        found.add(read);
                    }
                }
            } catch (IOException e) {
                directoryMillis = UNREAD;
                return;
            }
        }
        known = Collections.unmodifiableList(found);
    }

    /* One that cannot be read does not hide the others. */
    private static @Nullable LocalSubtree readable(Path file) {
        try {
            return read(file);
        } catch (IOException e) {
            return null;
        }
    }

    private static @Nullable LocalSubtree read(Path file) throws IOException {
        try {
            return LocalSubtree.ofText(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** As it is on the disk now; null if it is not there any more. */
    @Nullable
    LocalSubtree read(long number) throws IOException {
        return read(file(number, DESCRIPTOR));
    }

    private Path file(long number, String suffix) {
        return directory.resolve(number + suffix);
    }

    Path journal(long number) {
        return file(number, ".journal");
    }

    /** Adds to what is kept of the places of blocks. */
    void addBlocks(long number, byte[] saved) throws IOException {
        try (FileChannel file = PrivateFiles.open(
                file(number, BLOCKS), StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            ByteBuffer bytes = ByteBuffer.wrap(saved);
            while (bytes.hasRemaining()) {
                file.write(bytes);
            }
        }
    }

    /** What is kept of the places of blocks. */
    byte[] blocks(long number) throws IOException {
        try {
            PrivateFiles.require(file(number, BLOCKS));
            return Files.readAllBytes(file(number, BLOCKS));
        } catch (NoSuchFileException e) {
            return new byte[0];
        }
    }

    /**
     * Keeps a subtree that was just decoupled, which this process uses until it lets go of it.
     *
     * @param policy the text of the one that its clients follow; empty for none
     */
    LocalHold keep(DecoupledLease lease, long sinceMillis, String policy) throws IOException {
        PrivateFiles.makeDirectory(directory);
        PrivateFiles.require(directory);
        LocalSubtree subtree =
                LocalSubtree.of(cluster, lease, sinceMillis).following(policy).syncedAt(System.currentTimeMillis());
        SubtreeLock lock = lock(subtree);
        try {
            // Others find the descriptor, so the journal comes first.
            JournalFile file = JournalFile.create(journal(lease.number()), lease.number());
            try {
                put(subtree);
            } catch (IOException | RuntimeException e) {
                file.close();
                file.remove();
                throw e;
            }
            return new LocalHold(this, lock, subtree, file);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    SubtreeLock lock(LocalSubtree subtree) throws IOException {
        return SubtreeLock.take(file(subtree.number(), ".lock"), subtree.path(), lockWait);
    }

    void requirePrivate(long number) throws IOException {
        PrivateFiles.require(directory);
        PrivateFiles.require(file(number, DESCRIPTOR));
        PrivateFiles.require(journal(number));
    }

    void put(LocalSubtree subtree) throws IOException {
        PrivateFiles.replace(file(subtree.number(), DESCRIPTOR), subtree.toText());
        forgetListing();
    }

    /** Removes all that is kept of a subtree. The descriptor goes first, because it is what others find. */
    void remove(long number) throws IOException {
        Files.deleteIfExists(file(number, DESCRIPTOR));
        Files.deleteIfExists(journal(number));
        Files.deleteIfExists(file(number, BLOCKS));
        Files.deleteIfExists(file(number, ".lock"));
        forgetListing();
    }

    /** What comes before what is kept is removed. */
    interface Ending {
        void run() throws IOException;
    }

    /** Ends a subtree while no process uses it, and removes what is kept of it. */
    void removeUnused(LocalSubtree subtree, Ending ending) throws IOException {
        SubtreeLock lock = lock(subtree);
        try {
            ending.run();
            remove(subtree.number());
        } finally {
            lock.close();
        }
    }

    private void forgetListing() {
        listed = false;
    }
}
