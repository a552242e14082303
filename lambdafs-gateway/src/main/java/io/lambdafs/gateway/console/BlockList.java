package io.lambdafs.gateway.console;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/** The blocks of a file, and where their replicas are. */
final class BlockList {
    private BlockList() {}

    static void add(LocatedBlocks blocks, Html page) {
        page.element("h2", blocks.isUnderConstruction() ? "Blocks (the file is being written)" : "Blocks");
        page.table("block", "#begins at", "#size", "replicas");
        for (LocatedBlock block : blocks.getLocatedBlocks()) {
            String replicas = Stream.of(block.getLocations())
                    .map(DatanodeInfo::getXferAddr)
                    .collect(Collectors.joining(", "));
            page.row(
                    block.getBlock().getBlockName(),
                    ReadableText.count(block.getStartOffset()),
                    ReadableText.bytes(block.getBlockSize()),
                    replicas.isEmpty() ? "none" : block.isCorrupt() ? "corrupt: " + replicas : replicas);
        }
        page.endTable();
    }
}
