package io.lambdafs.namenode.message;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.Name;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The order in which HDFS lists a directory: by signed bytes, so that names with letters beyond ASCII come before others.
 *
 * <p>The stores order names by unsigned bytes, and have no index for another order. A listing that is complete in one answer
 * is put into HDFS's order. One of several pages stays in the stores' order, which the names that clients send for their
 * places refer to.
 */
public final class ListingOrder {
    private ListingOrder() {}

    /** All entries of a directory, given in the stores' order, in HDFS's. */
    public static List<INode> ofAll(List<INode> entries) {
        if (entries.stream().noneMatch(entry -> entry.name().isBeyondAscii())) {
            return entries;
        }
        List<INode> ordered = new ArrayList<>(entries);
        ordered.sort(Comparator.comparing(INode::name, Name::compareSigned));
        return ordered;
    }
}
