package io.lambdafs.namenode.subtree;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.FsException;
import io.lambdafs.fs.INodeId;
import io.lambdafs.store.TransactionRunner;
import io.lambdafs.subtree.Decoupling;
import io.lambdafs.subtree.Decouplings;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.journal.JournalDecoder;
import io.lambdafs.wire.journal.JournalException;
import io.lambdafs.wire.journal.OverlayTree;
import java.lang.ref.SoftReference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** The trees of journals that were brought to the store. Remembers the last few, because many slices need each. Thread-safe. */
public final class StagedJournals {
    /** The most chunks that a journal may have. */
    public static final int MOST_CHUNKS = 100_000;

    private static final int REMEMBERED = 2;

    private final TransactionRunner transactions;
    private final MergeSettings settings;
    private final ReentrantLock lock = new ReentrantLock();
    /* A tree may have a million inodes; memory that others need is worth more than one that can be read again. */
    private final Map<Key, SoftReference<MergeTree>> trees = new LinkedHashMap<>();

    private record Key(INodeId number, Decoupling.Journal merged, Decoupling.Merge merge) {}

    public StagedJournals(TransactionRunner transactions, MergeSettings settings) {
        this.transactions = requireNonNull(transactions, "transactions");
        this.settings = requireNonNull(settings, "settings");
    }

    /**
     * The tree of a merge. Reads the whole journal, unless it was asked for before.
     *
     * @param merging has the merge that is meant, begun or about to
     * @throws FsException if parts are missing or damaged, or if the journal says what cannot be
     */
    public MergeTree tree(Decoupling merging) {
        if (!settings.remembersTrees()) {
            return read(merging);
        }
        Key key = new Key(merging.number(), merging.merged(), merging.merge());
        lock.lock();
        try {
            SoftReference<MergeTree> remembered = trees.get(key);
            @Nullable MergeTree known = remembered == null ? null : remembered.get();
            if (known == null) {
                known = read(merging);
                trees.put(key, new SoftReference<>(known));
                if (trees.size() > REMEMBERED) {
                    trees.remove(trees.keySet().iterator().next());
                }
            }
            return known;
        } finally {
            lock.unlock();
        }
    }

    private static OverlayTree empty(Decoupling merging) {
        return new OverlayTree(merging.inodes().first(), merging.inodes().count());
    }

    /*
     * Whether the journal up to here was merged before. A client that is gone when it would have heard of that leaves it at the beginning
     * of its journal. Without an inode that it made, it may as well be what the client has done once more.
     */
    private static boolean isMerged(Decoupling merging, OverlayTree tree, int chunks, long checksum) {
        Decoupling.Journal merged = merging.merged();
        return chunks == merged.chunks()
                && checksum == merged.checksum()
                && tree.greatestMade() >= merging.inodes().first();
    }

    private MergeTree read(Decoupling merging) {
        Decoupling.Journal journal = merging.merge().journal();
        OverlayTree tree = empty(merging);
        CRC32 checksum = new CRC32();
        long entries = 0;
        int chunks = 0;
        try {
            while (chunks < journal.chunks()) {
                int from = chunks;
                List<byte[]> page = transactions.read(tx -> Decouplings.in(tx).staged(merging.number(), from));
                if (page.isEmpty()) {
                    break;
                }
                for (byte[] chunk : page.subList(0, Math.min(page.size(), journal.chunks() - chunks))) {
                    checksum.update(chunk);
                    entries += JournalDecoder.replay(chunk, tree);
                    chunks++;
                    if (isMerged(merging, tree, chunks, checksum.getValue())) {
                        tree = empty(merging);
                    }
                }
            }
        } catch (JournalException e) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT, "The journal of the decoupled subtree is damaged: " + e.getMessage());
        }
        if (chunks != journal.chunks() || entries != journal.entries() || checksum.getValue() != journal.checksum()) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT,
                    "The journal of the decoupled subtree is not whole: " + chunks + " of " + journal.chunks()
                            + " chunks and " + entries + " of " + journal.entries()
                            + " entries are there. Send it again.");
        }
        return new MergeTree(merging, tree, settings);
    }
}
