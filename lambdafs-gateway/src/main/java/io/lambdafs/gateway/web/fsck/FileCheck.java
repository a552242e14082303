package io.lambdafs.gateway.web.fsck;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.protocol.DatanodeInfoWithStorage;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/** Checks files one after the other, and writes what was asked for of each. */
final class FileCheck {
    private final FsckOptions options;
    private final PrintWriter out;
    private final Tally tally;

    FileCheck(FsckOptions options, PrintWriter out, Tally tally) {
        this.options = options;
        this.out = out;
        this.tally = tally;
    }

    void check(String path, HdfsLocatedFileStatus file) {
        LocatedBlocks blocks = file.getLocatedBlocks();
        boolean open = blocks.isUnderConstruction();
        if (open && !options.openFiles()) {
            tally.openFile(file.getLen(), blocks.locatedBlockCount());
            return;
        }
        tally.file(file.getLen());
        if (options.corruptFiles()) {
            blocks.getLocatedBlocks().forEach(block -> list(path, file, block));
            return;
        }
        if (options.files()) {
            out.print(path + " " + file.getLen() + " bytes, replicated: replication=" + file.getReplication() + ", "
                    + blocks.locatedBlockCount() + " block(s): " + (open ? " OPENFORWRITE: " : ""));
        }
        print(path, file, blocks);
    }

    private Tally.Block counted(HdfsLocatedFileStatus file, LocatedBlock block) {
        Tally.Block state = new Tally.Block(block.getLocations().length, file.getReplication(), block.isCorrupt());
        tally.block(state);
        return state;
    }

    /** A damaged block as {@code -list-corruptfileblocks} has it. */
    private void list(String path, HdfsLocatedFileStatus file, LocatedBlock block) {
        Tally.Block state = counted(file, block);
        if (state.isDamaged()) {
            out.println(block.getBlock().getLocalBlock().getBlockName() + "\t" + path);
        }
    }

    private void print(String path, HdfsLocatedFileStatus file, LocatedBlocks blocks) {
        StringBuilder lines = new StringBuilder();
        int missing = 0;
        long missingBytes = 0;
        boolean corrupt = false;
        for (int number = 0; number < blocks.locatedBlockCount(); number++) {
            LocatedBlock block = blocks.get(number);
            Tally.Block state = counted(file, block);
            if (state.corrupt()) {
                corrupt = true;
                out.print(
                        "\n" + path + ": CORRUPT blockpool " + block.getBlock().getBlockPoolId() + " block "
                                + block.getBlock().getBlockName() + "\n");
            }
            if (state.isMissing()) {
                missing++;
                missingBytes += block.getBlockSize();
            }
            if (state.isUnderReplicated()) {
                out.print("\n" + path + ":  Under replicated " + block.getBlock() + ". Target Replicas is "
                        + state.wanted() + " but found " + state.live()
                        + " live replica(s), 0 decommissioned replica(s), 0 decommissioning replica(s).\n");
            }
            lines.append(line(number, block, state));
        }
        printVerdict(path, missing, missingBytes, corrupt);
        if (options.blocks()) {
            out.print(lines + "\n");
        }
    }

    private void printVerdict(String path, int missing, long missingBytes, boolean corrupt) {
        if (missing > 0) {
            out.print((options.files() ? "" : "\n" + path + ": ") + " MISSING " + missing + " blocks of total size "
                    + missingBytes + " B.");
        } else if (options.files() && !corrupt) {
            out.print(" OK");
        }
        if (missing > 0 || options.files()) {
            out.print("\n");
        }
    }

    private String line(int number, LocatedBlock block, Tally.Block state) {
        String text = number + ". " + block.getBlock() + " len=" + block.getBlockSize();
        if (state.isMissing()) {
            return text + " MISSING!\n";
        }
        return text + " Live_repl=" + state.live() + (options.locations() ? "  " + places(block) : "") + "\n";
    }

    private static String places(LocatedBlock block) {
        return Arrays.stream(block.getLocations())
                .map(DatanodeInfoWithStorage::toString)
                .collect(Collectors.joining(", ", "[", "]"));
    }
}
