package io.lambdafs.store.rocks.keyvalue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class BytesTest {
    private static final int COUNT = 100_000;
    private static final long FIRST = 16_385;

    private static Bytes key(long number) {
        return new Encoder().putLong(number).bytes();
    }

    /** Inodes and blocks are numbered so, and a merge locks them by the thousand: the same hash for many makes each lock a search. */
    @Test
    void numbersThatFollowEachOther_haveHashesOfTheirOwn() {
        long hashes = LongStream.range(FIRST, FIRST + COUNT)
                .mapToInt(number -> key(number).hashCode())
                .distinct()
                .count();
        assertThat(hashes).isGreaterThan(COUNT * 99 / 100);
        assertThat(key(FIRST)).hasSameHashCodeAs(key(FIRST));
    }
}
