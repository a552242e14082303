package io.lambdafs.namenode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.INodeId;
import io.lambdafs.housekeeping.SubtreeRemoval;
import io.lambdafs.namenode.membership.WriterIdentity;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.WriterId;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/**
 * Empties detached subtrees in the background, one batch for each turn on the executor.
 *
 * <p>Gives up whenever something is in the way, a full executor included: the housekeeper finds what is left.
 */
public final class SubtreeEmptier implements Consumer<List<INodeId>> {
    private final SubtreeRemoval removal;
    private final WriterIdentity writer;
    private final Executor executor;

    /**
     * An emptier.
     *
     * @param executor bounded; may refuse
     */
    public SubtreeEmptier(SubtreeRemoval removal, WriterIdentity writer, Executor executor) {
        this.removal = requireNonNull(removal, "removal");
        this.writer = requireNonNull(writer, "writer");
        this.executor = requireNonNull(executor, "executor");
    }

    @Override
    public void accept(List<INodeId> roots) {
        roots.forEach(this::enqueue);
    }

    private void enqueue(INodeId root) {
        try {
            executor.execute(() -> empty(root));
        } catch (RejectedExecutionException e) {
            // Too much to do here; the housekeeper will do it.
        }
    }

    private void empty(INodeId root) {
        WriterId name = writer.current();
        boolean gone;
        try {
            gone = removal.step(name, root);
        } catch (StoreException e) {
            if (e.kind() == StoreException.Kind.FENCED) {
                writer.fenced(name);
            }
            return;
        }
        if (!gone) {
            enqueue(root);
        }
    }
}
