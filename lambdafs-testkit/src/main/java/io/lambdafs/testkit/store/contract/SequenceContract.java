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

    /** One test: the number is one of the store, which the whole battery has in common. */
    @Test
    void deployments_areRecordedOnce_andChangedOnlyFromWhatIsRecorded() {
        List<Future<Integer>> claims = new ArrayList<>();
        try (MetadataStore other = openAnother(BOUNDS)) {
            for (int i = 0; i < 6; i++) {
                MetadataStore from = i % 2 == 0 ? store() : other;
                int wanted = 3 + i;
                claims.add(elsewhere(() -> from.deployments(wanted)));
            }
            int recorded = outcome(claims.get(0));
            assertThat(recorded).isBetween(3, 8);
            claims.forEach(claim -> assertThat(outcome(claim)).isEqualTo(recorded));
            assertThat(store().changeDeployments(recorded + 1, 99)).isFalse();
            assertThat(other.deployments(1)).isEqualTo(recorded);
            assertThat(store().changeDeployments(recorded, 0)).isTrue();
            assertThat(other.deployments(7)).isZero();
            assertThat(other.changeDeployments(0, 7)).isTrue();
            assertThat(store().deployments(1)).isEqualTo(7);
        }
    }
}
