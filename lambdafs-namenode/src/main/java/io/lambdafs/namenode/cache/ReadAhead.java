package io.lambdafs.namenode.cache;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.BlockInfo;
import io.lambdafs.coherence.FillGuard;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.store.ReadView;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.TransactionRunner;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rest of a small directory in the background, once a second file of it was asked for.
 *
 * <p>An instance that is new, or was idle, knows nothing, and a client that reads one file of a directory mostly reads the others too.
 * Without this each of them is a miss; with it two are, until the places of replicas are too old to be believed. It is a read like
 * any other, under a token of its own.
 *
 * <p>One directory is read at a time, and each is a task of its own, so that what else is done in the background goes on.
 */
public final class ReadAhead {
    /** The most entries of a directory that is read ahead. */
    static final int MOST_ENTRIES = 100;

    /** The most directories that wait; further ones are not read ahead. */
    private static final int MOST_WAITING = 1000;

    /** Of files with more blocks than about this, all together, no blocks are read. */
    private static final int MOST_BLOCKS = 1000;

    private final TransactionRunner runner;
    private final MetadataCache cache;
    private final FillGuard guard;
    private final Executor background;
    private final LongSupplier ticker;

    /** Directories that wait, and whether blocks are wanted too; with what follows guarded by itself. */
    private final Map<FsPath, Boolean> waiting = new LinkedHashMap<>();

    private boolean running;

    /**
     * For one cache.
     *
     * @param background may refuse, and directories are then not read ahead
     * @param ticker nanoseconds since anything
     */
    public ReadAhead(
            TransactionRunner runner, MetadataCache cache, FillGuard guard, Executor background, LongSupplier ticker) {
        this.runner = requireNonNull(runner, "runner");
        this.cache = requireNonNull(cache, "cache");
        this.guard = requireNonNull(guard, "guard");
        this.background = requireNonNull(background, "background");
        this.ticker = requireNonNull(ticker, "ticker");
    }

    /** Reads a directory soon, unless it has too many entries or too many directories wait. Returns at once. */
    void read(FsPath directory, boolean withBlocks) {
        synchronized (waiting) {
            if (waiting.size() < MOST_WAITING) {
                waiting.merge(directory, withBlocks, Boolean::logicalOr);
            }
            if (running) {
                return;
            }
            running = true;
        }
        runLater();
    }

    private void runLater() {
        try {
            background.execute(this::readNext);
        } catch (RejectedExecutionException busy) {
            synchronized (waiting) {
                waiting.clear();
                running = false;
            }
        }
    }

    private void readNext() {
        Wanted next = next();
        if (next == null) {
            return;
        }
        try {
            runner.read(tx -> fill(tx, next));
        } catch (StoreException | FsException failed) {
            // It stays uncached; a client that reads it finds out by itself what is wrong.
            return;
        } finally {
            runLater();
        }
    }

    private @Nullable Wanted next() {
        synchronized (waiting) {
            Iterator<Map.Entry<FsPath, Boolean>> first = waiting.entrySet().iterator();
            if (!first.hasNext()) {
                running = false;
                return null;
            }
            Map.Entry<FsPath, Boolean> entry = first.next();
            first.remove();
            return new Wanted(entry.getKey(), entry.getValue());
        }
    }

    private boolean fill(Transaction store, Wanted wanted) {
        Fill fill = new Fill(cache, guard, ticker, false);
        try {
            if (!cache.hasRoomToReadAhead() || !readAll(new FillingView(store, fill), wanted)) {
                return false;
            }
            fill.finish(store.inodes());
            return true;
        } catch (StoreException failed) {
            if (failed.kind() == StoreException.Kind.CONFLICT) {
                // Somebody writes there. Nobody waits for this, so it is not tried again.
                return false;
            }
            throw failed;
        } finally {
            fill.abandon();
        }
    }

    /** Whether all of the directory was read, and is to be kept. */
    private static boolean readAll(ReadView view, Wanted wanted) {
        List<INode> chain = view.inodes().resolveToList(wanted.path.components());
        if (chain.size() != wanted.path.depth() + 1 || !(chain.get(chain.size() - 1) instanceof Directory directory)) {
            return false;
        }
        List<INode> children = view.inodes().children(directory.id(), Name.EMPTY, MOST_ENTRIES + 1);
        return children.size() <= MOST_ENTRIES && (!wanted.withBlocks || readBlocks(view, children));
    }

    private static boolean readBlocks(ReadView view, List<INode> children) {
        List<RegularFile> files = children.stream()
                .filter(RegularFile.class::isInstance)
                .map(RegularFile.class::cast)
                .filter(file -> !file.isUnderConstruction())
                .toList();
        long expected = files.stream().mapToLong(ReadAhead::blocksOf).sum();
        if (files.isEmpty() || expected > MOST_BLOCKS) {
            return true;
        }
        List<BlockInfo> blocks =
                view.blocks().ofFiles(files.stream().map(RegularFile::id).toList());
        if (!blocks.isEmpty()) {
            view.replicas().ofBlocks(blocks.stream().map(BlockInfo::id).toList());
        }
        // Rows of a file and of its blocks are read one after the other: the lengths show that they belong together.
        long ofBlocks =
                blocks.stream().mapToLong(block -> block.block().length()).sum();
        return ofBlocks == files.stream().mapToLong(RegularFile::length).sum();
    }

    /** How many blocks a file of this length has, if all but the last are full. */
    private static long blocksOf(RegularFile file) {
        return file.length() / Math.max(1, file.blockSize()) + 1;
    }

    private record Wanted(FsPath path, boolean withBlocks) {}
}
