package io.lambdafs.housekeeping;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.Name;

/**
 * Some files of one directory in a detached subtree, which can be removed in one transaction, by anybody.
 *
 * @param directory whose entries they are
 * @param after the name after which they begin
 * @param last the last one's name
 */
public record RemovalBatch(INodeId directory, Name after, Name last) {
    public RemovalBatch {
        requireNonNull(directory, "directory");
        requireNonNull(after, "after");
        requireNonNull(last, "last");
        if (after.compareTo(last) >= 0) {
            throw new IllegalArgumentException("a batch that begins after " + after + " cannot end with " + last);
        }
    }
}
