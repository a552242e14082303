package io.lambdafs.namenode.blocktoken;

import io.lambdafs.block.Block;
import io.lambdafs.block.PlacementTarget;
import io.lambdafs.namenode.message.BlockMessages;
import java.util.List;
import org.apache.hadoop.security.proto.SecurityProtos.TokenProto;

/** Gives one caller tokens for blocks, all with one right. */
@FunctionalInterface
public interface BlockGrants {
    /** Grants nothing: for a cluster that is not in secure mode, and for callers that may know where a block is and no more. */
    BlockGrants NONE = (block, places) -> BlockMessages.NO_TOKEN;

    /**
     * A token for the block.
     *
     * @param places where the block may be written with it; anywhere if there are none
     */
    TokenProto token(Block block, List<PlacementTarget> places);
}
