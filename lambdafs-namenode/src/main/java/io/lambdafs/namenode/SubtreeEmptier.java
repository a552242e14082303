package io.lambdafs.namenode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.INodeId;
import io.lambdafs.housekeeping.RemovalBatch;
import io.lambdafs.housekeeping.SubtreeRemoval;
import io.lambdafs.namenode.membership.WriterIdentity;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.WriterId;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/**
 * Empties detached subtrees in the background, one batch for each turn on the executor; where there is more than that, and
 * others help, a turn divides many batches among them and itself.
 *
 * <p>Gives up whenever something is in the way, a full executor included: the housekeeper finds what is left.
 */
public final class SubtreeEmptier implements Consumer<List<INodeId>> {
    /** The most batches that are under way at once, here and elsewhere. */
    private static final int BATCHES_AT_ONCE = 32;

    private final SubtreeRemoval removal;
    private final WriterIdentity writer;
    private final BatchOffload offload;
    private final Executor executor;

    /**
     * An emptier.
     *
     * @param offload gives batches to other instances
     * @param executor bounded; may refuse
     */
    public SubtreeEmptier(SubtreeRemoval removal, WriterIdentity writer, BatchOffload offload, Executor executor) {
        this.removal = requireNonNull(removal, "removal");
        this.writer = requireNonNull(writer, "writer");
        this.offload = requireNonNull(offload, "offload");
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
            removeManyBatches(name, root);
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

    /* What others do not take is done here meanwhile; what they fail at is found again at the next turn. */
    private void removeManyBatches(WriterId name, INodeId root) {
        if (offload == BatchOffload.NONE) {
            return;
        }
        List<RemovalBatch> batches = removal.batches(root, BATCHES_AT_ONCE);
        if (batches.size() > 1) {
            BatchOffload.Offer offer = offload.offer(batches);
            try {
                batches.subList(offer.taken(), batches.size()).forEach(batch -> removal.remove(name, batch));
            } finally {
                offer.end().run();
            }
        }
    }
}
