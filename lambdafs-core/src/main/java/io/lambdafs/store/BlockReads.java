package io.lambdafs.store;

import io.lambdafs.block.BlockInfo;
import io.lambdafs.fs.INodeId;
import java.util.List;

/** The blocks of files: what a cache keeps of the blocks. */
@FunctionalInterface
public interface BlockReads {
    /** The blocks of these files, ordered by file, then by index. One round trip. */
    List<BlockInfo> ofFiles(List<INodeId> files);
}
