package io.lambdafs.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.testkit.store.InMemoryMetadataStore;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class IdSourceTest {
    private final MetadataStore store = new InMemoryMetadataStore(InstantSource.system());

    @Test
    void numbers_areNeverHandedOutTwice() {
        IdSource one = new IdSource(store, Sequence.BLOCK, 3);
        IdSource other = new IdSource(store, Sequence.BLOCK, 5);
        Set<Long> seen = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            other.ensure(i % 7);
            assertThat(seen.add(one.next())).isTrue();
            assertThat(seen.add(other.next())).isTrue();
        }
    }

    @Test
    void newest_isAboveAllThatOthersTook() {
        IdSource early = new IdSource(store, Sequence.GENERATION_STAMP, 100);
        early.next();
        long late = new IdSource(store, Sequence.GENERATION_STAMP, 100).next();
        assertThat(early.next()).isLessThan(late);
        assertThat(early.newest()).isGreaterThan(late);
    }

    @Test
    void ensured_needsTheStoreForNoMoreThanThat() {
        IdSource ids = new IdSource(store, Sequence.BLOCK, 3);
        ids.ensure(10);
        long first = ids.next();
        long after = store.reserve(Sequence.BLOCK, 1).first();
        for (int i = 1; i < 10; i++) {
            assertThat(ids.next()).isEqualTo(first + i);
        }
        assertThat(ids.next()).isGreaterThan(after);
    }
}
