package io.lambdafs.runtime.rehearsal;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.RowLock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The root, a directory in it and a file in that one, for ever. Immutable. */
final class StageNamespace implements INodeTable {
    static final String DIRECTORY = "/rehearsal";
    static final String FILE = DIRECTORY + "/file";

    private static final long BLOCK_SIZE = 134_217_728;
    private static final Attributes ATTRIBUTES =
            new Attributes("rehearsal", "rehearsal", new Permission(0755), 1_700_000_000_000L, 1_700_000_000_000L);

    private final List<INode> rows;

    StageNamespace() {
        // Marked already, so that a cache may hold its times without a write.
        Directory root = new Directory(INodeId.ROOT, new INodeKey(new INodeId(0), Name.EMPTY), ATTRIBUTES).asObserved();
        Directory directory = new Directory(
                        new INodeId(INodeId.ROOT.value() + 1), new INodeKey(root.id(), name(DIRECTORY)), ATTRIBUTES)
                .asObserved();
        RegularFile file = new RegularFile(
                new INodeId(INodeId.ROOT.value() + 2),
                new INodeKey(directory.id(), name(FILE)),
                ATTRIBUTES,
                1,
                BLOCK_SIZE,
                0,
                null);
        rows = List.of(root, directory, file);
    }

    private static Name name(String path) {
        return Name.of(path.substring(path.lastIndexOf('/') + 1));
    }

    @Override
    public List<INode> resolve(List<Name> names) {
        List<INode> met = new ArrayList<>(names.size() + 1);
        INode last = rows.get(0);
        met.add(last);
        for (Name name : names) {
            INode next = child(last.id(), name);
            if (next == null) {
                return met;
            }
            met.add(next);
            last = next;
        }
        return met;
    }

    private @Nullable INode child(INodeId parent, Name name) {
        for (INode row : rows) {
            if (row.parent().equals(parent) && row.name().equals(name)) {
                return row;
            }
        }
        return null;
    }

    @Override
    public Optional<INode> get(INodeId id) {
        return rows.stream().filter(row -> row.id().equals(id)).findFirst();
    }

    @Override
    public List<INode> get(List<INodeId> ids) {
        return rows.stream().filter(row -> ids.contains(row.id())).toList();
    }

    @Override
    public List<INode> find(List<INodeKey> keys) {
        return rows.stream().filter(row -> keys.contains(row.key())).toList();
    }

    @Override
    public List<INode> children(INodeId parent, Name after, int limit) {
        return rows.stream()
                .filter(row -> row.parent().equals(parent) && row.name().compareTo(after) > 0)
                .limit(limit)
                .toList();
    }

    @Override
    public List<INode> children(List<INodeId> parents, INodeKey after, int limit) {
        return rows.stream()
                .filter(row -> parents.contains(row.parent()) && row.key().compareTo(after) > 0)
                .limit(limit)
                .toList();
    }

    @Override
    public int countChildren(INodeId parent, Name after, int most) {
        return children(parent, after, most).size();
    }

    @Override
    public boolean hasChildren(INodeId parent) {
        return countChildren(parent, Name.EMPTY, 1) > 0;
    }

    @Override
    public long count() {
        return rows.size();
    }

    @Override
    public List<INode> lock(List<RowLock> locks) {
        throw StageStore.readOnly();
    }

    @Override
    public void insert(INode inode) {
        throw StageStore.readOnly();
    }

    @Override
    public void update(INode inode) {
        throw StageStore.readOnly();
    }

    @Override
    public void delete(List<INodeId> ids) {
        throw StageStore.readOnly();
    }

    @Override
    public List<INode> writtenBy(String clientName, INodeId after, int limit) {
        return List.of();
    }
}
