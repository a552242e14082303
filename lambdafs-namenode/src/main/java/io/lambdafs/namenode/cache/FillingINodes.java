package io.lambdafs.namenode.cache;

import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.Name;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.forwarding.ForwardingINodes;
import java.util.List;

/** The store's inodes; resolutions and listings are noted. */
final class FillingINodes extends ForwardingINodes {
    private final Fill fill;

    FillingINodes(INodeTable store, Fill fill) {
        super(store);
        this.fill = fill;
    }

    @Override
    public List<INode> resolve(List<Name> names) {
        fill.begin(FsPath.of(names), false);
        return fill.resolved(super.resolve(names));
    }

    @Override
    public List<INode> resolveToList(List<Name> names) {
        FsPath path = FsPath.of(names);
        fill.begin(path, true);
        return fill.resolvedByCache(path) ? fill.chain() : fill.resolved(super.resolveToList(names));
    }

    @Override
    public List<INode> children(INodeId parent, Name after, int limit) {
        return fill.listed(parent, after, limit, super.children(parent, after, limit));
    }
}
