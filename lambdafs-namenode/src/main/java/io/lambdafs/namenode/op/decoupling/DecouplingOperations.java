package io.lambdafs.namenode.op.decoupling;

import io.lambdafs.namenode.NameNodeConfig;
import io.lambdafs.namenode.Operation;
import io.lambdafs.namenode.content.FileContent;
import io.lambdafs.namenode.op.file.Allocation;
import io.lambdafs.namenode.op.file.FileOperations;
import io.lambdafs.namenode.subtree.DiscardStep;
import io.lambdafs.namenode.subtree.MergeSettings;
import io.lambdafs.namenode.subtree.SliceInsertion;
import io.lambdafs.namenode.subtree.StagedJournals;
import io.lambdafs.store.IdSource;
import io.lambdafs.store.Sequence;
import io.lambdafs.wire.decoupling.DecouplingMethods;
import java.util.Map;

/** The operations on decoupled subtrees, by the names of their methods. */
public final class DecouplingOperations {
    private static final int IDS_AT_ONCE = 1000;

    private DecouplingOperations() {}

    public static Map<String, Operation<?, ?>> all(
            NameNodeConfig config,
            FileOperations.Access access,
            FileContent content,
            FileOperations.Dependencies dependencies) {
        return all(config, MergeSettings.defaults(), access, content, dependencies);
    }

    /** The same, with merges that are divided in another way. */
    public static Map<String, Operation<?, ?>> all(
            NameNodeConfig config,
            MergeSettings merges,
            FileOperations.Access access,
            FileContent content,
            FileOperations.Dependencies dependencies) {
        StagedJournals journals = new StagedJournals(access.transactions(), merges);
        SliceInsertion insertion = new SliceInsertion(content.dataNodes());
        DiscardStep ending = new DiscardStep(journals, merges);
        Allocation blocks = Allocation.of(access, content.dataNodes(), dependencies);
        return Map.of(
                DecouplingMethods.DECOUPLE,
                new DecoupleOperation(new IdSource(access.store(), Sequence.INODE, IDS_AT_ONCE)),
                DecouplingMethods.RENEW,
                new RenewDecouplingOperation(),
                DecouplingMethods.RESERVE_BLOCKS,
                new ReserveBlocksOperation(content, blocks, config.files().maxReplication()),
                DecouplingMethods.STAGE,
                new StageJournalOperation(),
                DecouplingMethods.PERSIST,
                new PersistJournalOperation(),
                DecouplingMethods.BEGIN_MERGE,
                new BeginMergeOperation(journals),
                DecouplingMethods.APPLY_SLICE,
                new ApplySliceOperation(journals, insertion),
                DecouplingMethods.ATTACH,
                new AttachMergeOperation(journals, insertion, config.limits(), ending),
                DecouplingMethods.DISCARD,
                new DiscardDecouplingOperation(ending),
                DecouplingMethods.LIST,
                new ListDecouplingsOperation());
    }
}
