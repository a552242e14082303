package io.lambdafs.namenode.cache;

import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.Name;
import io.lambdafs.store.INodeReads;
import java.util.List;

/** The store's inodes; resolutions and listings are noted. */
record FillingINodes(INodeReads store, Fill fill) implements INodeReads {
    @Override
    public List<INode> resolve(List<Name> names) {
        fill.begin(FsPath.of(names), false);
        return fill.resolved(store.resolve(names));
    }

    @Override
    public List<INode> resolveToList(List<Name> names) {
        FsPath path = FsPath.of(names);
        fill.begin(path, true);
        return fill.resolvedByCache(path) ? fill.chain() : fill.resolved(store.resolveToList(names));
    }

    @Override
    public List<INode> children(INodeId parent, Name after, int limit) {
        return fill.listed(parent, after, limit, store.children(parent, after, limit));
    }

    @Override
    public int countChildren(INodeId parent, Name after, int most) {
        return store.countChildren(parent, after, most);
    }
}
