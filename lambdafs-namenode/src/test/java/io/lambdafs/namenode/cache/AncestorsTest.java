package io.lambdafs.namenode.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.coherence.Scope;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import io.lambdafs.namenode.foresight.KnownAncestors;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a write learns of the directories above its path. */
final class AncestorsTest {
    private static final FsPath FILE = FsPath.parse("/a/b/file");

    private final CacheFixture fixture = new CacheFixture();
    private final KnownAncestors cached = new CachedAncestors(fixture.cache);
    private final KnownAncestors filled =
            new FilledAncestors(fixture.cache, fixture.guard, () -> fixture.mayServe, fixture.store);

    @BeforeEach
    void makeDirectories() {
        fixture.mkdir("/a");
        fixture.mkdir("/a/b");
    }

    private static List<String> names(List<Directory> directories) {
        return directories.stream()
                .map(directory -> directory.name().toString())
                .toList();
    }

    @Test
    void cached_areTheDirectoriesOnTheWay_orNone() {
        assertThat(cached.above(FILE)).isEmpty();
        fixture.fill("/a/b");
        assertThat(names(cached.above(FILE))).containsExactly("", "a", "b");
        assertThat(cached.above(FsPath.parse("/a/c/file"))).isEmpty();
        assertThat(names(cached.above(FsPath.parse("/a")))).containsExactly("");
        assertThat(cached.above(FsPath.ROOT)).isEmpty();
        fixture.guard.invalidate(Scope.ofDirectories(FsPath.parse("/a")));
        assertThat(cached.above(FILE)).isEmpty();
        fixture.fill("/a");
        assertThat(names(cached.above(FILE))).containsExactly("", "a", "b");
        fixture.guard.invalidate(Scope.ofPrefixes(FsPath.parse("/a/b")));
        assertThat(cached.above(FILE)).isEmpty();
    }

    @Test
    void aFile_isAboveNothing() {
        fixture.create("/a/b/file");
        fixture.fill("/a/b/file");
        assertThat(cached.above(FILE.child(FILE.name()))).isEmpty();
    }

    @Test
    void filled_areReadOnce() {
        assertThat(names(filled.above(FILE))).containsExactly("", "a", "b");
        assertThat(names(cached.above(FILE))).containsExactly("", "a", "b");
        assertThat(filled.above(FsPath.parse("/a/absent/file"))).isEmpty();
        assertThat(filled.above(FsPath.ROOT)).isEmpty();
        fixture.store.close();
        assertThat(names(filled.above(FILE))).containsExactly("", "a", "b");
        assertThat(filled.above(FsPath.parse("/a/c/file"))).isEmpty();
        assertThat(fixture.guard.open()).isZero();
    }

    /** Else each directory that is made would cost a look for it. */
    @Test
    void whetherThereIsADirectory_isToldByTheCacheAlone() {
        FsPath directory = FsPath.parse("/a/b");
        assertThat(filled.isDirectory(directory)).isFalse();
        assertThat(cached.above(FILE)).isEmpty();

        fixture.create("/a/b/file");
        fixture.fill("/a/b/file");

        assertThat(filled.isDirectory(directory)).isTrue();
        assertThat(filled.isDirectory(FILE)).isFalse();
        assertThat(filled.isDirectory(FsPath.ROOT)).isTrue();
    }

    @Test
    void withoutLease_nothingIsReadOrKept() {
        fixture.mayServe = false;
        assertThat(filled.above(FILE)).isEmpty();
        assertThat(cached.above(FILE)).isEmpty();
    }
}
