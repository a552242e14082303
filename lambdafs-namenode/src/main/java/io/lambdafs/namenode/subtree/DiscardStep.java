package io.lambdafs.namenode.subtree;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.BlockInfo;
import io.lambdafs.fs.INodeId;
import io.lambdafs.store.Transaction;
import io.lambdafs.subtree.Decoupling;
import io.lambdafs.subtree.Decoupling.Discard;
import io.lambdafs.subtree.Decouplings;
import io.lambdafs.wire.journal.OverlayNode;
import java.util.List;
import java.util.function.Predicate;

/**
 * Removes the unreachable rest of a subtree that was discarded or merged, in bounded transactions. Each does one part
 * and notes how far it has come. First go the inodes that slices of a merge have inserted and that were not attached,
 * with their blocks. Then go the blocks that were reserved and are in no file. With the last of them the decoupling
 * itself goes. Immutable.
 */
public final class DiscardStep {
    private final StagedJournals journals;
    private final MergeSettings settings;

    public DiscardStep(StagedJournals journals, MergeSettings settings) {
        this.journals = requireNonNull(journals, "journals");
        this.settings = requireNonNull(settings, "settings");
    }

    /**
     * Begins to discard it, or does the next part.
     *
     * @param tx holds the decoupling EXCLUSIVE
     * @return whether all is done
     */
    public boolean discard(Transaction tx, Decoupling decoupling) {
        int inserted = 0;
        int position = Math.toIntExact(decoupling.discard().position());
        int freed = 0;
        if (decoupling.merge().hasBegun()) {
            MergeTree tree = journals.tree(decoupling);
            inserted = tree.hidden();
            if (position < inserted) {
                List<OverlayNode> part = tree.hiddenFrom(position, settings.slice(), settings.freed());
                freed = part.stream().mapToInt(node -> node.blocks().size()).sum();
                int attached = Decouplings.in(tx).countApplied(decoupling.number()) - tree.slices();
                remove(tx, part, tree.reachable(Math.max(0, attached)));
                position += part.size();
            }
        }
        return (position >= inserted && freed < settings.freed())
                ? free(tx, decoupling, inserted, position - inserted, settings.freed() - freed)
                : goOn(tx, decoupling, position);
    }

    /**
     * Ends a decoupling of which all was merged: only blocks can be left that are in no file.
     *
     * @param tx holds the decoupling EXCLUSIVE
     * @param tree the whole of it is attached
     */
    public void merged(Transaction tx, Decoupling decoupling, MergeTree tree) {
        free(tx, decoupling, tree.hidden(), 0, settings.freed());
    }

    private static void remove(Transaction tx, List<OverlayNode> part, Predicate<OverlayNode> reachable) {
        List<INodeId> gone = part.stream()
                .filter(reachable.negate())
                .map(node -> new INodeId(node.id()))
                .toList();
        tx.blocks().deleteOfFiles(gone);
        tx.inodes().delete(gone);
    }

    private static boolean free(Transaction tx, Decoupling decoupling, int inserted, int index, int most) {
        List<BlockInfo> blocks = tx.blocks().ofFile(decoupling.number(), index, most);
        if (blocks.size() < most) {
            Decouplings.in(tx).remove(decoupling);
            return true;
        }
        tx.blocks().delete(blocks.stream().map(BlockInfo::id).toList());
        return goOn(tx, decoupling, inserted + blocks.get(blocks.size() - 1).index() + 1);
    }

    private static boolean goOn(Transaction tx, Decoupling decoupling, int position) {
        Decouplings.in(tx).put(decoupling.discarding(Discard.at(position)));
        return false;
    }
}
