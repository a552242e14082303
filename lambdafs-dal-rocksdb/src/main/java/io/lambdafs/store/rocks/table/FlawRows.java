package io.lambdafs.store.rocks.table;

import io.lambdafs.block.BlockFlaw;
import io.lambdafs.block.BlockId;
import io.lambdafs.store.rocks.engine.Rows;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Entry;
import io.lambdafs.store.rocks.keyvalue.Table;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The flaws of blocks in the replication queue. */
final class FlawRows {
    private static final int PAGE = 1_000;

    private final Rows rows;

    FlawRows(Rows rows) {
        this.rows = rows;
    }

    void note(Map<BlockId, Set<BlockFlaw>> noted) {
        // In the order of the blocks, so that two transactions do not wait for each other.
        new TreeMap<>(noted).forEach((block, found) -> {
            if (found.isEmpty()) {
                forget(Keys.of(block));
            } else {
                Bytes value = Versions.begin().putInt(BlockFlaw.mask(found)).bytes();
                rows.put(Table.FLAWS, Keys.of(block), value);
            }
        });
    }

    void forget(Bytes block) {
        if (rows.getForUpdate(Table.FLAWS, block) != null) {
            rows.delete(Table.FLAWS, block);
        }
    }

    Map<BlockFlaw, Long> count() {
        Map<BlockFlaw, Long> counts = new EnumMap<>(BlockFlaw.class);
        scan(Bytes.EMPTY, entry -> {
            BlockFlaw.ofMask(mask(entry)).forEach(flaw -> counts.merge(flaw, 1L, Long::sum));
            return true;
        });
        return counts;
    }

    List<BlockId> with(BlockFlaw flaw, BlockId after, int limit) {
        List<BlockId> found = new ArrayList<>();
        scan(Keys.of(after).next(), entry -> {
            if (found.size() < limit && flaw.isIn(mask(entry))) {
                found.add(Keys.block(entry.key()));
            }
            return found.size() < limit;
        });
        return found;
    }

    /** Visits the rows from a key on, until the visitor returns false. */
    private void scan(Bytes first, Predicate<Entry> visitor) {
        Bytes from = first;
        List<Entry> page;
        do {
            page = rows.scan(Table.FLAWS, from, Bytes.EMPTY, PAGE);
            for (Entry entry : page) {
                if (!visitor.test(entry)) {
                    return;
                }
                from = entry.key().next();
            }
        } while (!page.isEmpty());
    }

    private static int mask(Entry entry) {
        return Versions.read(entry.value()).getInt();
    }
}
