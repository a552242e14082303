package io.lambdafs.namenode.subtree;

import io.lambdafs.fs.FsException;
import io.lambdafs.fs.INodeId;
import io.lambdafs.wire.ErrorCode;

/** The refusal of a merge into a directory that is no longer there, or never was below the subtree's root. */
final class MissingDirectory {
    private MissingDirectory() {}

    static FsException refusal(INodeId directory) {
        return new FsException(
                ErrorCode.FILE_NOT_FOUND,
                "The journal has entries in directory " + directory
                        + ", which is not in the subtree any more: another user has removed or moved it. Discard the"
                        + " journal, or recover what it has into another directory.");
    }
}
