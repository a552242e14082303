package io.lambdafs.namenode.message;

import io.lambdafs.fs.INode;
import java.util.List;

/**
 * A directory's entries as they were at one moment. Those of one number are always the same, so what was made of them once
 * need not be made again.
 */
public interface NumberedEntries extends List<INode> {
    /** Given to no other entries in this process's cache. */
    long number();
}
