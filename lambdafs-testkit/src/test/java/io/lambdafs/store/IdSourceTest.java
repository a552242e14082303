package io.lambdafs.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.testkit.store.InMemoryMetadataStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class IdSourceTest {
    private Instant now = Instant.ofEpochSecond(1_700_000_000, 999_999_999);
    private final InstantSource clock = () -> now;
    private final MetadataStore store = new InMemoryMetadataStore(clock);

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
        IdSource early = IdSource.timed(store, Sequence.GENERATION_STAMP, 100, clock);
        early.next();
        long late = IdSource.timed(store, Sequence.GENERATION_STAMP, 100, clock).next();
        assertThat(early.next()).isLessThan(late);
        assertThat(early.newest()).isGreaterThan(late);
    }

    @Test
    void timedNumbers_areNewOnes_alsoIfTheStoreWentBackToABackup() {
        IdSource lost = IdSource.timed(store, Sequence.GENERATION_STAMP, 100, clock);
        assertThat(lost.next()).isEqualTo(1_700_000_000_999_999L);
        lost.next();
        long last = lost.newest();
        now = now.plusMillis(1);
        IdSource afterwards = IdSource.timed(new InMemoryMetadataStore(clock), Sequence.GENERATION_STAMP, 100, clock);
        assertThat(afterwards.next()).isGreaterThan(last);
    }

    @Test
    void timedNumbers_rise_whileTheClockStandsOrIsPutBack() {
        IdSource ids = IdSource.timed(store, Sequence.BLOCK, 1, clock);
        long first = ids.next();
        long second = ids.next();
        now = now.minusSeconds(3_600);
        assertThat(second).isGreaterThan(first);
        assertThat(ids.next()).isGreaterThan(second);
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
