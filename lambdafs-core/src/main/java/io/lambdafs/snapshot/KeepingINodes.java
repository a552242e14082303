package io.lambdafs.snapshot;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.forwarding.ForwardingINodes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The inodes of a {@link KeepingTransaction}. */
final class KeepingINodes extends ForwardingINodes {
    private final KeptRows rows;

    KeepingINodes(INodeTable inodes, KeptRows rows) {
        super(inodes);
        this.rows = rows;
    }

    @Override
    public void insert(INode inode) {
        inodes.insert(rows.inserted(inode));
    }

    @Override
    public void update(INode inode) {
        inodes.update(rows.changed(inode));
    }

    @Override
    public void delete(List<INodeId> ids) {
        List<INodeId> gone = new ArrayList<>(ids.size());
        for (INodeId id : ids) {
            Optional<INode> stays = rows.removed(id);
            stays.ifPresentOrElse(inodes::update, () -> gone.add(id));
        }
        if (!gone.isEmpty() || ids.isEmpty()) {
            gone.forEach(rows::gone);
            inodes.delete(gone);
        }
    }

    @Override
    public List<INode> lock(List<RowLock> locks) {
        List<INode> locked = inodes.lock(locks);
        rows.locked(locked);
        return locked;
    }
}
