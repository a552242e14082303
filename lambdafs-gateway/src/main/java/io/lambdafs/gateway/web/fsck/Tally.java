package io.lambdafs.gateway.web.fsck;

import java.io.PrintWriter;
import java.util.Locale;

/** What a check has found so far. */
final class Tally {
    private static final int PERCENT = 100;

    private final Count total = new Count();
    private final Count open = new Count();
    private long directories;
    private long symlinks;
    private long minimallyReplicated;
    private long overReplicated;
    private long underReplicated;
    private long replicas;
    private long missingReplicas;
    private long wantedReplicas;
    private long missing;
    private long corrupt;
    private long damaged;

    /** Files of a kind. */
    private static final class Count {
        private long files;
        private long bytes;
        private long blocks;
    }

    /**
     * A block as it is.
     *
     * @param live its replicas
     * @param wanted how many it should have
     */
    record Block(int live, int wanted, boolean corrupt) {
        boolean isMissing() {
            return live == 0;
        }

        boolean isDamaged() {
            return corrupt || isMissing();
        }

        boolean isUnderReplicated() {
            return live > 0 && live < wanted;
        }
    }

    void directory() {
        directories++;
    }

    void symlink() {
        symlinks++;
    }

    void file(long bytes) {
        total.files++;
        total.bytes += bytes;
    }

    void openFile(long bytes, int blocks) {
        open.files++;
        open.bytes += bytes;
        open.blocks += blocks;
    }

    void block(Block block) {
        total.blocks++;
        replicas += block.live();
        wantedReplicas += block.wanted();
        minimallyReplicated += block.isMissing() ? 0 : 1;
        overReplicated += block.live() > block.wanted() ? 1 : 0;
        corrupt += block.corrupt() ? 1 : 0;
        missing += block.isMissing() ? 1 : 0;
        damaged += block.isDamaged() ? 1 : 0;
        if (block.isUnderReplicated()) {
            underReplicated++;
            missingReplicas += block.wanted() - block.live();
        }
    }

    boolean isHealthy() {
        return missing == 0 && corrupt == 0;
    }

    /** How many blocks are missing or corrupt. */
    long damaged() {
        return damaged;
    }

    /** Writes it as HDFS does. */
    void print(PrintWriter out, int dataNodes, int racks, int replication) {
        out.println("\nStatus: " + (isHealthy() ? "HEALTHY" : "CORRUPT"));
        out.println(" Number of data-nodes:\t" + dataNodes);
        out.println(" Number of racks:\t\t" + racks);
        out.println(" Total dirs:\t\t\t" + directories);
        out.println(" Total symlinks:\t\t" + symlinks);
        out.println("\nReplicated Blocks:");
        out.println(" Total size:\t" + total.bytes + " B" + opened(" (Total open files size: ", open.bytes, " B)"));
        out.println(" Total files:\t" + total.files + opened(" (Files currently being written: ", open.files, ")"));
        out.println(" Total blocks (validated):\t" + total.blocks
                + (total.blocks > 0 ? " (avg. block size " + total.bytes / total.blocks + " B)" : "")
                + opened(" (Total open file blocks (not validated): ", open.blocks, ")"));
        printDamage(out);
        out.println(" Minimally replicated blocks:\t" + ofBlocks(minimallyReplicated));
        out.println(" Over-replicated blocks:\t" + ofBlocks(overReplicated));
        out.println(" Under-replicated blocks:\t" + ofBlocks(underReplicated));
        out.println(" Mis-replicated blocks:\t\t" + ofBlocks(0));
        out.println(" Default replication factor:\t" + replication);
        out.println(" Average block replication:\t" + (total.blocks == 0 ? 0.0 : (float) replicas / total.blocks));
        out.println(" Missing blocks:\t\t" + missing);
        out.println(" Corrupt blocks:\t\t" + corrupt);
        out.println(" Missing replicas:\t\t" + missingReplicas + share(missingReplicas, wantedReplicas));
        out.println(" Blocks queued for replication:\t0");
    }

    private void printDamage(PrintWriter out) {
        if (isHealthy()) {
            return;
        }
        out.println("  ********************************");
        if (missing > 0) {
            out.println("  MISSING BLOCKS:\t" + missing);
        }
        if (corrupt > 0) {
            out.println("  CORRUPT BLOCKS: \t" + corrupt);
        }
        out.println("  ********************************");
    }

    private static String opened(String before, long count, String after) {
        return count == 0 ? "" : before + count + after;
    }

    private String ofBlocks(long count) {
        return count + share(count, total.blocks);
    }

    private static String share(long part, long whole) {
        return whole == 0 ? "" : String.format(Locale.ROOT, " (%s %%)", (float) (part * PERCENT) / whole);
    }
}
