package io.lambdafs.wire.decoupling;

/** The names of the methods. None is of Hadoop's ClientProtocol. */
public final class DecouplingMethods {
    /** Takes a {@link DecoupleRequest}, answers a {@link DecoupledLease}. */
    public static final String DECOUPLE = "lambdafs.decouple";

    /** Takes a {@link DecouplingRequest} with the milliseconds to hold on as its argument, answers a {@link DecoupledLease}. */
    public static final String RENEW = "lambdafs.renewDecoupling";

    /** Takes a {@link BlocksRequest}, answers Hadoop's LocatedBlocksProto. */
    public static final String RESERVE_BLOCKS = "lambdafs.reserveBlocks";

    /** Takes a {@link StageRequest}, answers nothing. */
    public static final String STAGE = "lambdafs.stageJournal";

    /** Takes a {@link MergeRequest} that says what of the journal is in the store, answers nothing. */
    public static final String PERSIST = "lambdafs.persistJournal";

    /**
     * Takes a {@link MergeRequest}, of no chunks for what was made durable or has begun; answers a {@link MergePlan}. One that tells an
     * end of the lease begins no merge if the lease ends at another time.
     */
    public static final String BEGIN_MERGE = "lambdafs.beginMerge";

    /** Takes a {@link DecouplingRequest} with the number of the slice as its argument, answers nothing. */
    public static final String APPLY_SLICE = "lambdafs.applySlice";

    /** Takes a {@link DecouplingRequest}, answers a {@link MergeOutcome}. */
    public static final String ATTACH = "lambdafs.attachMerge";

    /**
     * Takes a {@link DecouplingRequest}, answers nothing. Its argument is 0; or {@link DecouplingRequest#UNLESS_STORED}; or when the lease
     * ends, in milliseconds since the epoch: the request is then refused if the lease ends at another time or a merge has begun.
     */
    public static final String DISCARD = "lambdafs.discardDecoupling";

    /** Takes an empty text, answers a {@link DecouplingList}. */
    public static final String LIST = "lambdafs.listDecouplings";

    private DecouplingMethods() {}
}
