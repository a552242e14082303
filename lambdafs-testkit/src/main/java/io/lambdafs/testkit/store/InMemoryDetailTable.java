package io.lambdafs.testkit.store;

import io.lambdafs.fs.INodeId;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.DetailTable;
import io.lambdafs.store.INodeTable;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The twin's details of inodes. */
final class InMemoryDetailTable implements DetailTable {
    private final InMemoryTransaction tx;
    private final TableView<DetailKey, Detail> rows;

    InMemoryDetailTable(InMemoryTransaction tx, InMemoryDatabase database) {
        this.tx = tx;
        rows = tx.view(database.details);
    }

    @Override
    public List<Detail> of(INodeId inode, DetailKind kind, long from, int limit) {
        INodeTable.checkedBatch(limit);
        Predicate<DetailKey> ofKind = key -> key.inode().equals(inode) && key.kind() == kind;
        return tx.call(() -> values(rows.from(new DetailKey(inode, kind, from), ofKind, limit)));
    }

    private static List<Detail> values(List<Map.Entry<DetailKey, Detail>> found) {
        return found.stream().map(Map.Entry::getValue).toList();
    }

    @Override
    public List<Detail> get(List<DetailKey> keys) {
        INodeTable.checkedBatch(keys.size());
        return tx.call(() ->
                keys.stream().distinct().flatMap(key -> rows.get(key).stream()).toList());
    }

    @Override
    public List<Detail> lock(List<DetailKey> keys) {
        INodeTable.checkedBatch(keys.size());
        return tx.call(() -> keys.stream()
                .flatMap(key -> rows.get(key).isPresent() ? rows.getForUpdate(key).stream() : rows.get(key).stream())
                .toList());
    }

    @Override
    public void put(Detail detail) {
        tx.run(() -> rows.put(detail.key(), detail));
    }

    @Override
    public void delete(List<DetailKey> keys) {
        INodeTable.checkedBatch(keys.size());
        tx.run(() -> keys.forEach(rows::remove));
    }

    @Override
    public void deleteOf(List<INodeId> inodes) {
        INodeTable.checkedBatch(inodes.size());
        tx.run(() -> inodes.stream()
                .distinct()
                .flatMap(inode ->
                        values(rows.from(first(inode), key -> key.inode().equals(inode), Integer.MAX_VALUE)).stream())
                .forEach(detail -> rows.remove(detail.key())));
    }

    private static DetailKey first(INodeId inode) {
        return new DetailKey(inode, DetailKind.numbered(1), 0);
    }
}
