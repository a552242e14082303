package io.lambdafs.namenode.sim;

import io.lambdafs.fs.INodeId;
import io.lambdafs.housekeeping.RemovalBatch;
import io.lambdafs.housekeeping.SubtreeRemoval;
import io.lambdafs.namenode.BatchOffload;
import io.lambdafs.namenode.SubtreeEmptier;
import io.lambdafs.namenode.membership.WriterIdentity;
import io.lambdafs.namenode.sim.SimScenario.Flaw;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.TransactionRunner;
import io.lambdafs.store.WriterId;
import io.lambdafs.testkit.sim.SimFailure;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * How a simulated NameNode removes what is detached: as NameNodes do, each root watched. A NameNode that stops at one
 * has removed it, or the store has failed.
 */
final class Removals implements Consumer<List<INodeId>> {
    private final Settings settings;
    private final MetadataStore store;
    private final Function<MetadataStore, TransactionRunner> runners;
    private final WriterIdentity writer;
    private final Executor executor;

    /**
     * What a NameNode removes by.
     *
     * @param batch inodes in one transaction
     * @param world knows what is left
     * @param flaws of which those count that are about removals
     */
    record Settings(int batch, BatchOffload offload, World world, Set<Flaw> flaws) {}

    /** Removals on a store, in transactions of these runners. */
    Removals(
            Settings settings,
            MetadataStore store,
            Function<MetadataStore, TransactionRunner> runners,
            WriterIdentity writer,
            Executor executor) {
        this.settings = settings;
        this.store = store;
        this.runners = runners;
        this.writer = writer;
        this.executor = executor;
    }

    @Override
    public void accept(List<INodeId> roots) {
        roots.forEach(root -> new Turns(root).begin());
    }

    /** Removes a batch for another instance; says whether it did. */
    boolean remove(RemovalBatch batch) {
        WriterId name = writer.current();
        try {
            removal(new RemovalStore(settings.flaws)).remove(name, batch);
            return true;
        } catch (StoreException e) {
            // What was not removed is found again.
            if (e.kind() == StoreException.Kind.FENCED) {
                writer.fenced(name);
            }
            return false;
        }
    }

    private SubtreeRemoval removal(RemovalStore watched) {
        return new SubtreeRemoval(runners.apply(watched.of(store)), settings.batch);
    }

    /** The turns in which one root is removed. */
    private final class Turns implements Executor {
        private final INodeId root;
        private final RemovalStore watched = new RemovalStore(settings.flaws);
        private boolean begun;
        private int waiting;

        Turns(INodeId root) {
            this.root = root;
        }

        void begin() {
            new SubtreeEmptier(removal(watched), writer, settings.offload, this).accept(List.of(root));
        }

        @Override
        public void execute(Runnable turn) {
            if (begun && settings.flaws.contains(Flaw.REMOVAL_ENDS_AFTER_A_TURN)) {
                return;
            }
            begun = true;
            waiting++;
            executor.execute(() -> {
                waiting--;
                watched.forgive();
                turn.run();
                if (waiting == 0 && !watched.hasFailed() && settings.world.exists(root)) {
                    throw new SimFailure("nobody goes on with the removal of " + root + ", which no failure has ended");
                }
            });
        }
    }
}
