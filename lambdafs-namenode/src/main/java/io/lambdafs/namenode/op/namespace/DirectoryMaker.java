package io.lambdafs.namenode.op.namespace;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.inotify.NamespaceEvents;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.namenode.quota.Quotas;
import io.lambdafs.store.IdSource;
import io.lambdafs.store.Transaction;
import java.util.ArrayList;
import java.util.List;

/** Creates the directories that are missing on a path. */
public final class DirectoryMaker {
    private static final int IDS_AT_HAND = 64;

    private final IdSource ids;
    private final ObjectLimit objects;

    public DirectoryMaker(IdSource ids, ObjectLimit objects) {
        this.ids = requireNonNull(ids, "ids");
        this.objects = requireNonNull(objects, "objects");
    }

    /** Fetches numbers for directories; to be called before the transaction in which they are made. */
    public void prepare() {
        ids.ensure(IDS_AT_HAND);
        objects.prepare();
    }

    /** Refuses another file or directory, if there are as many as there may be. As in HDFS, several at once are one. */
    public void requireRoomForOne() {
        objects.requireRoom();
        objects.made();
    }

    /**
     * Creates all directories that are missing on the path, the last included. Those between get the permission with
     * write and execute for the owner, as in HDFS, so that the next one can be created in them.
     *
     * @param path locked with its deepest inode EXCLUSIVE, which is a directory
     * @return the path with the new directories
     */
    public ResolvedPath makeAll(
            CallContext call, Transaction tx, ResolvedPath path, CreateModes modes, ChangeSet changes) {
        Quotas.created(call, tx, path);
        return make(call, tx, path, path.path().depth(), modes, changes);
    }

    /**
     * As {@link #makeAll}, but leaves out the last component: with it, a file is to be created, and counted for quotas with these. The new directories have
     * the permission of the one that they are created in, as in HDFS, because a file's own says nothing of directories.
     */
    public ResolvedPath makeParents(CallContext call, Transaction tx, ResolvedPath path, ChangeSet changes) {
        Permission inherited =
                path.chain().get(path.chain().size() - 1).attributes().permission();
        return make(call, tx, path, path.path().depth() - 1, CreateModes.of(inherited), changes);
    }

    private ResolvedPath make(
            CallContext call, Transaction tx, ResolvedPath path, int depth, CreateModes modes, ChangeSet changes) {
        List<INode> chain = new ArrayList<>(path.chain());
        if (chain.size() > depth) {
            return path;
        }
        touch(call, tx, chain, path, changes);
        while (chain.size() <= depth) {
            boolean last = chain.size() == path.path().depth();
            CreateModes given = last ? modes : modes.onTheWay();
            INode parent = chain.get(chain.size() - 1);
            Name name = path.path().components().get(chain.size() - 1);
            Directory made = new Directory(
                    new INodeId(ids.next()),
                    new INodeKey(parent.id(), name),
                    given.attributes(call, parent, true, 0),
                    // The next one that is made goes into it.
                    chain.size() < depth ? 1 : 0,
                    false);
            tx.inodes().insert(made);
            chain.add(made);
            FsPath at = path.path().prefix(chain.size() - 1);
            changes.changed(at);
            changes.happens(NamespaceEvents.created(at, made, false));
        }
        return new ResolvedPath(path.path(), chain);
    }

    private static void touch(
            CallContext call, Transaction tx, List<INode> chain, ResolvedPath path, ChangeSet changes) {
        Directory parent = path.requireDeepestDirectory();
        Directory touched = parent.withEntries(1, call.nowMillis());
        tx.inodes().update(touched);
        chain.set(chain.size() - 1, touched);
        changes.timesChanged(path.lastPath(), parent);
    }
}
