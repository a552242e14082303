package io.lambdafs.testkit.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.block.BlockId;
import io.lambdafs.fs.INodeId;
import io.lambdafs.store.IdRange;
import io.lambdafs.store.IdSource;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Sequence;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** How every adapter must hand out numbers and name the file system. */
public abstract class SequenceContract extends StoreContract {
    @Test
    void numbers_startAtTheFirstFreeOne() {
        assertThat(store().reserve(Sequence.INODE, 1).first()).isGreaterThanOrEqualTo(INodeId.FIRST_FREE.value());
        assertThat(store().reserve(Sequence.BLOCK, 1).first()).isGreaterThanOrEqualTo(BlockId.FIRST_FREE.value());
        assertThat(store().reserve(Sequence.GENERATION_STAMP, 1).first()).isGreaterThan(1000);
    }

    @Test
    void numbers_areUnique_amongThreadsAndProcesses() {
        try (MetadataStore other = openAnother(BOUNDS)) {
            List<Future<List<Long>>> takers = new ArrayList<>();
            for (MetadataStore from : List.of(store(), other, store(), other)) {
                IdSource ids = new IdSource(from, Sequence.BLOCK, 7);
                takers.add(elsewhere(() -> take(ids)));
            }
            Set<Long> seen = new HashSet<>();
            takers.forEach(taker -> assertThat(outcome(taker))
                    .allSatisfy(id -> assertThat(seen.add(id)).isTrue()));
        }
    }

    private static List<Long> take(IdSource ids) {
        List<Long> taken = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            taken.add(ids.next());
        }
        return taken;
    }

    @Test
    void numbers_beginAtTheFloor_unlessTheyAreBeyondIt() {
        long floor = store().reserve(Sequence.GENERATION_STAMP, 1).first() + 1_000_000_000_000_000L;
        assertThat(store().reserve(Sequence.GENERATION_STAMP, 10, floor)).isEqualTo(new IdRange(floor, 10));
        assertThat(store().reserve(Sequence.GENERATION_STAMP, 5, floor - 1)).isEqualTo(new IdRange(floor + 10, 5));
        assertThat(store().reserve(Sequence.GENERATION_STAMP, 1)).isEqualTo(new IdRange(floor + 15, 1));
    }

    @Test
    void numbers_goOnAfterReopening() {
        IdRange first;
        try (MetadataStore other = openAnother(BOUNDS)) {
            first = other.reserve(Sequence.GENERATION_STAMP, 10);
        }
        try (MetadataStore other = openAnother(BOUNDS)) {
            assertThat(other.reserve(Sequence.GENERATION_STAMP, 1).first())
                    .isGreaterThanOrEqualTo(first.first() + first.count());
        }
    }
}
