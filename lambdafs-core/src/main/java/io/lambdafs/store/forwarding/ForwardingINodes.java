package io.lambdafs.store.forwarding;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.RowLock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A table of inodes that hands everything on to another one, but for what a subclass does itself. */
public abstract class ForwardingINodes implements INodeTable {
    /** The other one. */
    protected final INodeTable inodes;

    /** Hands on to this one. */
    protected ForwardingINodes(INodeTable inodes) {
        this.inodes = requireNonNull(inodes, "inodes");
    }

    @Override
    public void insert(INode inode) {
        inodes.insert(inode);
    }

    @Override
    public void update(INode inode) {
        inodes.update(inode);
    }

    @Override
    public void delete(List<INodeId> ids) {
        inodes.delete(ids);
    }

    @Override
    public List<INode> lock(List<RowLock> locks) {
        return inodes.lock(locks);
    }

    @Override
    public List<INode> resolve(List<Name> names) {
        return inodes.resolve(names);
    }

    @Override
    public List<INode> resolveToList(List<Name> names) {
        return inodes.resolveToList(names);
    }

    @Override
    public Optional<INode> get(INodeId id) {
        return inodes.get(id);
    }

    @Override
    public List<INode> get(List<INodeId> ids) {
        return inodes.get(ids);
    }

    @Override
    public List<INode> find(List<INodeKey> keys) {
        return inodes.find(keys);
    }

    @Override
    public List<INode> children(INodeId parent, Name after, int limit) {
        return inodes.children(parent, after, limit);
    }

    @Override
    public List<INode> children(List<INodeId> parents, INodeKey after, int limit) {
        return inodes.children(parents, after, limit);
    }

    /** The children of several directories, asked for one directory after the other. For a subclass that changes what a directory has. */
    protected final List<INode> childrenOfEach(List<INodeId> parents, INodeKey after, int limit) {
        List<INode> found = new ArrayList<>();
        for (INodeId parent : parents.stream().sorted().toList()) {
            if (found.size() < limit && parent.compareTo(after.parent()) >= 0) {
                Name from = parent.equals(after.parent()) ? after.name() : Name.EMPTY;
                found.addAll(children(parent, from, limit - found.size()));
            }
        }
        return found;
    }

    @Override
    public int countChildren(INodeId parent, Name after, int most) {
        return inodes.countChildren(parent, after, most);
    }

    @Override
    public boolean hasChildren(INodeId parent) {
        return inodes.hasChildren(parent);
    }

    @Override
    public List<INode> writtenBy(String clientName, INodeId after, int limit) {
        return inodes.writtenBy(clientName, after, limit);
    }

    @Override
    public long count() {
        return inodes.count();
    }
}
