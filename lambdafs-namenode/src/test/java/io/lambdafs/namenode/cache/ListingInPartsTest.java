package io.lambdafs.namenode.cache;

import static io.lambdafs.namenode.cache.CacheFixture.listing;
import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.coherence.Scope;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A long listing enters the cache some entries at a time, so that INVs need not wait for all of it. */
final class ListingInPartsTest {
    private static final int FILES = 500;
    private static final FsPath LAST = FsPath.parse("/d/f" + (FILES - 1));

    private final CacheFixture fixture = new CacheFixture();

    ListingInPartsTest() {
        fixture.mkdir("/d");
        for (int i = 0; i < FILES; i++) {
            fixture.create("/d/f" + i);
        }
    }

    @Test
    void noPart_admitsMoreThanItMay_andAllAreAdmitted() {
        List<INode> stored = fixture.filled(listing("/d"));

        assertThat(stored).hasSize(FILES);
        assertThat(fixture.cached(listing("/d"))).isEqualTo(stored);
        assertThat(fixture.guard.mostInOnePart).isBetween(1L, (long) ListingAdmission.AT_ONCE);
        assertThat(fixture.guard.open()).isZero();
    }

    /** Whichever of the entries it is about, admitted already or not. */
    @Test
    void changeBetweenTwoParts_endsTheAdmission_andNothingOldStays() {
        for (FsPath changed : List.of(FsPath.parse("/d/f0"), LAST)) {
            fixture.cache.clear();
            int[] parts = {0};
            fixture.guard.betweenParts = () -> {
                if (++parts[0] == 3) {
                    fixture.guard.invalidate(Scope.ofPaths(changed));
                }
            };

            assertThat(fixture.filled(listing("/d"))).hasSize(FILES);

            assertThat(parts[0]).as("parts").isEqualTo(3);
            assertThat(fixture.cached(listing("/d"))).isNull();
            assertThat(fixture.cache.trie().find(changed)).isNull();
            assertThat(fixture.guard.open()).isZero();
        }
    }

    /** Others make space, which is no reason to end the token: only nobody may take the listing for complete. */
    @Test
    void entryThatGoesBetweenTwoParts_keepsTheListingFromBeingTakenForComplete() {
        int[] parts = {0};
        fixture.guard.betweenParts = () -> {
            if (++parts[0] == 3) {
                fixture.cache.invalidate(Scope.ofPaths(FsPath.parse("/d/f0")));
            }
        };

        assertThat(fixture.filled(listing("/d"))).hasSize(FILES);

        assertThat(fixture.cached(listing("/d"))).isNull();
        assertThat(fixture.cache.trie().find(FsPath.parse("/d/f0"))).isNull();
    }
}
