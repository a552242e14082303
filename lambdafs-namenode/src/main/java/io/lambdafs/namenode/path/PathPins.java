package io.lambdafs.namenode.path;

import io.lambdafs.fs.FsPath;

/** What a transaction can do that keeps others from moving or removing the directories on a path until it ends. */
public interface PathPins {
    /**
     * From now on, what is resolved on the path stays where it is until this transaction ends. To be called before the
     * path is resolved; costs no round trip to the store.
     *
     * @throws io.lambdafs.store.StoreException of kind CONFLICT while somebody moves or removes a directory on it
     */
    void pin(FsPath path);
}
