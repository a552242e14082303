package io.lambdafs.block;

import java.util.EnumSet;
import java.util.Set;

/** What is wrong with the replicas of a complete block. Each has a bit in stores, which is never to be changed. */
public enum BlockFlaw {
    /** There are good replicas on live DataNodes, but fewer than are wanted. */
    LOW_REDUNDANCY(1),
    /** At least one replica on a live DataNode is corrupt. */
    CORRUPT_REPLICA(2),
    /** No live DataNode has a good replica: the block cannot be read. */
    MISSING(4),
    /** As MISSING, of a file that wants one replica. */
    MISSING_REPLICATION_ONE(8);

    private final int bit;

    BlockFlaw(int bit) {
        this.bit = bit;
    }

    /** The flaws as a number. */
    public static int mask(Set<BlockFlaw> flaws) {
        return flaws.stream().mapToInt(flaw -> flaw.bit).sum();
    }

    /** The flaws that a number stands for; bits of no flaw are passed over. */
    public static Set<BlockFlaw> ofMask(int mask) {
        Set<BlockFlaw> flaws = EnumSet.noneOf(BlockFlaw.class);
        for (BlockFlaw flaw : values()) {
            if (flaw.isIn(mask)) {
                flaws.add(flaw);
            }
        }
        return flaws;
    }

    public boolean isIn(int mask) {
        return (mask & bit) != 0;
    }
}
