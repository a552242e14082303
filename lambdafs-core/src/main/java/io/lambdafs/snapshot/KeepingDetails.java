package io.lambdafs.snapshot;

import io.lambdafs.fs.INodeId;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.DetailTable;
import java.util.List;

/** The details of a {@link KeepingTransaction}: extended attributes belong to the version that is kept before they change. */
final class KeepingDetails implements DetailTable {
    private final DetailTable details;
    private final KeptRows rows;

    KeepingDetails(DetailTable details, KeptRows rows) {
        this.details = details;
        this.rows = rows;
    }

    @Override
    public void put(Detail detail) {
        keepFirst(detail.key());
        details.put(detail);
    }

    @Override
    public void delete(List<DetailKey> keys) {
        keys.forEach(this::keepFirst);
        details.delete(keys);
    }

    private void keepFirst(DetailKey key) {
        if (key.kind() == DetailKind.EXTENDED_ATTRIBUTE) {
            rows.changing(key.inode());
        }
    }

    @Override
    public void deleteOf(List<INodeId> inodes) {
        List<INodeId> gone =
                inodes.stream().filter(inode -> !rows.staysWhenRemoved(inode)).toList();
        if (!gone.isEmpty()) {
            details.deleteOf(gone);
        }
    }

    @Override
    public List<Detail> of(INodeId inode, DetailKind kind, long from, int limit) {
        return details.of(inode, kind, from, limit);
    }

    @Override
    public List<Detail> get(List<DetailKey> keys) {
        return details.get(keys);
    }

    @Override
    public List<Detail> lock(List<DetailKey> keys) {
        return details.lock(keys);
    }
}
