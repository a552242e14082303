package io.lambdafs.namenode.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.coherence.ProtocolRules;
import io.lambdafs.coherence.Scope;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.store.ReadView;
import io.lambdafs.wire.PartitionFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When the rest of a directory is read ahead, and what is kept of it. */
final class ReadAheadTest {
    private CacheFixture fixture = new CacheFixture();

    @AfterEach
    void nothingIsLeft() {
        fixture.runBackground();
        assertThat(fixture.guard.open()).isZero();
        CacheStructure.check(fixture.cache);
    }

    @Test
    void secondFile_bringsTheRestOfItsDirectory() {
        directory(5);
        fixture.fill("/a/f0");
        fixture.fill("/a/f1");

        fixture.runBackground();

        assertThat(fixture.cached(CacheFixture.listing("/a"))).isEqualTo(stored(CacheFixture.listing("/a")));
        assertThat(fixture.cachedChain("/a/f4")).hasSize(3);
        assertThat(fixture.cachedChain("/a/none")).hasSize(2);
        assertThat(fixture.cache.stats().misses()).isEqualTo(2);
    }

    @Test
    void oneFile_bringsNothing_howeverOftenItIsAskedFor() {
        directory(5);
        fixture.fill("/a/f0");
        fixture.fill("/a/f0");
        fixture.filled(located("/a/f0"));

        assertThat(fixture.background).isEmpty();
    }

    @Test
    void whereMoreIsKept_nothingIsReadAhead() {
        directory(5);
        fixture.fill("/a/f0");
        fixture.fill("/a/f1");
        fixture.background.clear();

        fixture.fill("/a/f2");

        assertThat(fixture.background).isEmpty();
    }

    @Test
    void longDirectory_isNotKept() {
        directory(ReadAhead.MOST_ENTRIES + 1);
        fixture.fill("/a/f0");
        fixture.fill("/a/f1");

        fixture.runBackground();

        assertThat(fixture.cachedChain("/a/f2")).isNull();
        assertThat(fixture.cached(CacheFixture.listing("/a"))).isNull();
    }

    @Test
    void whatAWriteIsChangingMeanwhile_isNotKept() {
        directory(5);
        fixture.fill("/a/f0");
        fixture.fill("/a/f1");
        fixture.guard.pending = Scope.ofPaths(FsPath.parse("/a/f3"));

        fixture.runBackground();

        assertThat(fixture.cachedChain("/a/f2")).isNull();
        assertThat(fixture.cachedChain("/a/f3")).isNull();
    }

    @Test
    void openedFiles_bringTheBlocksOfTheRest() {
        List<RegularFile> files = directory(4);
        files.forEach(this::addBlocks);
        fixture.filled(located("/a/f0"));
        fixture.filled(located("/a/f1"));

        fixture.runBackground();

        assertThat(fixture.cached(located("/a/f3"))).isEqualTo(stored(located("/a/f3")));
        assertThat(fixture.cached(located("/a/f3"))).hasSize(4);
    }

    @Test
    void afterAListing_theSecondOpenedFileBringsTheBlocksOfTheRest() {
        List<RegularFile> files = directory(4);
        files.forEach(this::addBlocks);
        fixture.filled(CacheFixture.listing("/a"));
        fixture.filled(located("/a/f0"));
        fixture.runBackground();
        assertThat(fixture.cached(located("/a/f3"))).isNull();

        fixture.filled(located("/a/f1"));
        fixture.runBackground();

        assertThat(fixture.cached(located("/a/f3"))).hasSize(4);
    }

    @Test
    void blocksThatDoNotBelongToTheirFiles_areNotKept() {
        List<RegularFile> files = directory(4);
        files.subList(0, 3).forEach(this::addBlocks);
        fixture.filled(located("/a/f0"));
        fixture.filled(located("/a/f1"));

        fixture.runBackground();

        assertThat(fixture.cached(located("/a/f2"))).isNull();
    }

    @Test
    void fileUnderConstruction_isLeftOut() {
        directory(3);
        fixture.open("/a/written");
        fixture.fill("/a/f0");
        fixture.fill("/a/f1");

        fixture.runBackground();

        assertThat(fixture.cachedChain("/a/f2")).hasSize(3);
        assertThat(fixture.cachedChain("/a/written")).isNull();
        assertThat(fixture.cached(CacheFixture.listing("/a"))).isNull();
    }

    @Test
    void fileThatIsWritten_bringsNothing() {
        directory(1);
        fixture.open("/a/written");
        fixture.fill("/a/f0");
        fixture.fill("/a/written");

        assertThat(fixture.background).isEmpty();
    }

    @Test
    void absentName_isNoFirstFile() {
        directory(5);
        fixture.fill("/a/none");
        fixture.fill("/a/f0");

        assertThat(fixture.background).isEmpty();
    }

    @Test
    void directoryThatCouldNotBeKept_isReadAheadOnce() {
        List<RegularFile> files = directory(ReadAhead.MOST_ENTRIES + 1);
        fixture.fill("/a/f0");
        fixture.fill("/a/f1");
        fixture.runBackground();
        fixture.change(Scope.ofPaths(FsPath.parse("/a/f1")), tx -> files.get(1));

        fixture.fill("/a/f1");

        assertThat(fixture.background).isEmpty();
    }

    @Test
    void timesOfDirectories_areMissedOnlyByWhoAsksForThem() {
        directory(5).forEach(this::addBlocks);
        fixture.mkdir("/a/below");
        fixture.filled(CacheFixture.listing("/a"));
        fixture.filled(located("/a/f0"));
        fixture.filled(located("/a/f1"));
        fixture.runBackground();

        fixture.filled(CacheFixture.listing("/a"));
        fixture.runBackground();

        // The second time that somebody asked: the row is marked, and the listing is complete with its times.
        assertThat(fixture.cached(CacheFixture.listing("/a"))).hasSize(6);
    }

    @Test
    void whenTheBackgroundRefuses_aLaterDirectoryIsReadAhead() {
        AtomicBoolean refuses = new AtomicBoolean(true);
        Executor background = task -> {
            if (refuses.get()) {
                throw new RejectedExecutionException("busy");
            }
            task.run();
        };
        directory(5);
        fixture.fill("/a");
        ReadAhead ahead = new ReadAhead(fixture.runner, fixture.cache, fixture.guard, background, () -> fixture.nanos);
        ahead.read(FsPath.parse("/a"), false);
        refuses.set(false);

        ahead.read(FsPath.parse("/a"), false);

        assertThat(fixture.cached(CacheFixture.listing("/a"))).hasSize(5);
    }

    @Test
    void withoutRoom_nothingIsReadAhead() {
        fixture = new CacheFixture(
                CachePolicy.defaults().withCapacityBytes(600),
                new Ownership(new PartitionFunction(1), 0),
                ProtocolRules.ALL);
        directory(5);
        fixture.fill("/a/f0");
        assertThat(fixture.cachedChain("/a/f0")).isNotNull();

        fixture.fill("/a/f1");

        assertThat(fixture.background).isEmpty();
    }

    private List<RegularFile> directory(int files) {
        fixture.mkdir("/a");
        List<RegularFile> made = new ArrayList<>();
        for (int i = 0; i < files; i++) {
            made.add(fixture.create("/a/f" + i));
        }
        return made;
    }

    /** As many as the file's length is of. */
    private void addBlocks(RegularFile file) {
        fixture.addBlock(file, 0, "s1", "s2");
        fixture.addBlock(file, 1, "s2", "s3");
    }

    private <T> T stored(Function<ReadView, T> work) {
        return fixture.runner.read(work);
    }

    /** The storages of the replicas of a file's blocks, as opening the file asks for them. */
    private static Function<ReadView, List<String>> located(String path) {
        return tx -> {
            List<INode> chain = CacheFixture.resolving(path).apply(tx);
            List<BlockId> ids = tx
                    .blocks()
                    .ofFiles(List.of(chain.get(chain.size() - 1).id()))
                    .stream()
                    .map(BlockInfo::id)
                    .toList();
            return tx.replicas().ofBlocks(ids).stream()
                    .map(replica -> replica.block() + " " + replica.storage())
                    .sorted()
                    .toList();
        };
    }
}
