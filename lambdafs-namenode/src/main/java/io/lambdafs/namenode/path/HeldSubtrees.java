package io.lambdafs.namenode.path;

import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.SubtreeMark;
import io.lambdafs.wire.ErrorCode;
import java.time.Instant;

/** Refusals for the sake of subtrees that somebody holds apart from the namespace. */
public final class HeldSubtrees {
    private HeldSubtrees() {}

    /** The refusal of an operation that leads to or through a directory that is held. */
    public static FsException refusal(FsPath path, SubtreeMark mark) {
        return refusal(path, mark.holder(), mark.sinceMillis());
    }

    static FsException refusal(FsPath path, String holder, long sinceMillis) {
        return new FsException(
                ErrorCode.SUBTREE_BUSY,
                "Device or resource busy: " + path + " is held by " + holder + " since "
                        + Instant.ofEpochMilli(sinceMillis)
                        + "; it is decoupled from the namespace until it is merged or discarded");
    }

    /** Refuses what would remove, move or replace a directory that is held, whether others are blocked in it or not. */
    public static void requireNotHeld(ResolvedPath at) {
        if (at.exists() && at.snapshot() == 0) {
            SubtreeMark mark = mark(at.last());
            if (mark.isDecoupled()) {
                throw refusal(at.path(), mark);
            }
        }
    }

    /** Refuses a path that leads through a directory that is held, whether others are blocked in it or not. */
    public static void requireNoneOnTheWay(ResolvedPath at) {
        for (int depth = 0; depth < at.chain().size(); depth++) {
            SubtreeMark mark = mark(at.chain().get(depth));
            if (mark.isDecoupled()) {
                throw refusal(at.path().prefix(depth), mark);
            }
        }
    }

    static SubtreeMark mark(INode inode) {
        return inode.attributes().features().subtree();
    }
}
