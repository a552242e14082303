package io.lambdafs.store.rocks.table;

import io.lambdafs.fs.INodeId;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.DetailTable;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.rocks.engine.Rows;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Entry;
import io.lambdafs.store.rocks.keyvalue.Table;
import java.util.List;
import java.util.Optional;

/** The details of inodes: rows by inode, kind and label. */
public final class DetailRows implements DetailTable {
    private final Rows rows;

    DetailRows(Rows rows) {
        this.rows = rows;
    }

    static Bytes encode(Detail detail) {
        return Versions.begin().putRest(detail.value()).bytes();
    }

    static Detail decode(Entry row) {
        return new Detail(Keys.detail(row.key()), Versions.read(row.value()).getRest());
    }

    @Override
    public List<Detail> of(INodeId inode, DetailKind kind, long from, int limit) {
        Bytes first = Keys.of(new DetailKey(inode, kind, from));
        return rows.scan(Table.DETAILS, first, Keys.of(inode, kind).prefixEnd(), limit).stream()
                .map(DetailRows::decode)
                .toList();
    }

    @Override
    public List<Detail> get(List<DetailKey> keys) {
        return keys.stream().distinct().flatMap(key -> get(key).stream()).toList();
    }

    private Optional<Detail> get(DetailKey key) {
        return Optional.ofNullable(rows.get(Table.DETAILS, Keys.of(key)))
                .map(value -> new Detail(key, Versions.read(value).getRest()));
    }

    @Override
    public List<Detail> lock(List<DetailKey> keys) {
        return keys.stream().flatMap(key -> lock(key).stream()).toList();
    }

    private Optional<Detail> lock(DetailKey key) {
        Optional<Detail> before = get(key);
        if (before.isPresent()) {
            rows.lock(Table.DETAILS, Keys.of(key), LockMode.EXCLUSIVE);
        }
        return before.isPresent() ? get(key) : before;
    }

    @Override
    public void put(Detail detail) {
        rows.put(Table.DETAILS, Keys.of(detail.key()), encode(detail));
    }

    @Override
    public void delete(List<DetailKey> keys) {
        keys.forEach(key -> rows.delete(Table.DETAILS, Keys.of(key)));
    }

    @Override
    public void deleteOf(List<INodeId> inodes) {
        inodes.stream()
                .distinct()
                .flatMap(inode -> rows.scan(Table.DETAILS, Keys.of(inode)).stream())
                .forEach(row -> rows.delete(Table.DETAILS, row.key()));
    }
}
