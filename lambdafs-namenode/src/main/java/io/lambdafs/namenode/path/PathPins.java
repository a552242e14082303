package io.lambdafs.namenode.path;

import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import java.util.List;

/**
 * What a transaction can do that keeps others from moving or removing the directories on a path, and from changing their
 * permissions, until it ends.
 */
public interface PathPins {
    /**
     * From now on, what is resolved on the path stays as it is until this transaction ends, or the transaction does not
     * commit. To be called before the path is resolved; costs no round trip to the store.
     *
     * @return the directories above what the path names, the root first and its parent last, as they are now but for their
     *     times; none if that is not known without asking the store
     * @throws io.lambdafs.store.StoreException of kind CONFLICT while somebody moves or removes a directory on it
     */
    List<Directory> pin(FsPath path);

    /** Whether the directories above what this pinned path names must be locked, and read under the locks. */
    boolean locksOnTheWay(FsPath path);
}
