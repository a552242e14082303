package io.lambdafs.namenode.cache;

import static java.util.Objects.requireNonNull;

import io.lambdafs.coherence.CoherenceRule;
import io.lambdafs.coherence.FillGuard;
import io.lambdafs.coherence.FillToken;
import io.lambdafs.coherence.ProtocolRules;
import io.lambdafs.deployments.WrongDeploymentsException;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INodeId;
import io.lambdafs.namenode.membership.WriterIdentity;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.TransactionRunner;
import io.lambdafs.store.WriterId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Marks directories as observed and then keeps their times, in the background.
 *
 * <p>Every entry made in a directory changes its times. Their writers tell the caches only if the row has the mark; so it
 * is set, in a transaction of its own that locks the row, before the times are kept. A transaction that changed the row before is seen
 * under the lock; a transaction that changes it afterwards sees the mark, and the INV that it sends ends the token.
 *
 * <p>Implements {@link CoherenceRule#MARK_BEFORE_TIMES}.
 */
public final class DirectoryTimes {
    private final TransactionRunner runner;
    private final WriterIdentity writer;
    private final MetadataCache cache;
    private final FillGuard guard;
    private final Executor background;
    private final boolean marksBefore;

    /**
     * For one cache.
     *
     * @param background bounded; may refuse, and the times are then not kept
     * @param rules all, but in tests that show that a rule is needed
     */
    public DirectoryTimes(
            TransactionRunner runner,
            WriterIdentity writer,
            MetadataCache cache,
            FillGuard guard,
            Executor background,
            ProtocolRules rules) {
        this.runner = requireNonNull(runner, "runner");
        this.writer = requireNonNull(writer, "writer");
        this.cache = requireNonNull(cache, "cache");
        this.guard = requireNonNull(guard, "guard");
        this.background = requireNonNull(background, "background");
        this.marksBefore = rules.keeps(CoherenceRule.MARK_BEFORE_TIMES);
    }

    /** Marks directories, each the one at the path or an entry of that one, and keeps their times. Returns at once. */
    void mark(FsPath path, List<INodeId> directories) {
        try {
            background.execute(() -> markNow(path, directories));
        } catch (RejectedExecutionException busy) {
            // They stay uncached until somebody asks for them some more times.
            return;
        }
    }

    private void markNow(FsPath path, List<INodeId> directories) {
        FillToken token = guard.begin(path);
        try {
            WriterId name = writer.current();
            List<Directory> marked = marked(name, directories);
            guard.complete(token, () -> marked.forEach(row -> cache.admitTimes(path, row)));
        } catch (StoreException | WrongDeploymentsException failed) {
            // As above. A caller that needs the writer's name finds out by itself that it is fenced.
            return;
        } finally {
            guard.abandon(token);
        }
    }

    private List<Directory> marked(WriterId name, List<INodeId> directories) {
        // All are at one depth, so this is the order in which everyone locks them.
        List<RowLock> locks = directories.stream()
                .sorted()
                .map(id -> new RowLock(id, LockMode.EXCLUSIVE))
                .toList();
        return runner.write(name, tx -> mark(tx, locks));
    }

    private List<Directory> mark(Transaction tx, List<RowLock> locks) {
        List<Directory> marked = new ArrayList<>();
        tx.inodes().lock(locks).forEach(inode -> {
            if (inode instanceof Directory directory) {
                if (marksBefore && !directory.observed()) {
                    tx.inodes().update(directory.asObserved());
                }
                marked.add(directory.asObserved());
            }
        });
        return marked;
    }
}
