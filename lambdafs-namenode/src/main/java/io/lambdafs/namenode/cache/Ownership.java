package io.lambdafs.namenode.cache;

import io.lambdafs.fs.FsPath;
import io.lambdafs.wire.PartitionFunction;

/** Which paths this NameNode's deployment owns, so that their attributes may be kept here. */
public record Ownership(PartitionFunction partition, int deployment) {
    boolean ownsRoot() {
        return partition.ownerOf(FsPath.ROOT.toString()) == deployment;
    }

    boolean ownsChildrenOf(FsPath directory) {
        return partition.ownerOfChildrenOf(directory.toString()) == deployment;
    }
}
