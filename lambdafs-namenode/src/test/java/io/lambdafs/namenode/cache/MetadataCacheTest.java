package io.lambdafs.namenode.cache;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.coherence.CoherenceRule;
import io.lambdafs.coherence.ProtocolRules;
import io.lambdafs.coherence.Scope;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.namenode.message.NumberedEntries;
import io.lambdafs.wire.PartitionFunction;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The cache by itself. */
final class MetadataCacheTest {
    private static final Ownership EVERYTHING = new Ownership(new PartitionFunction(1), 0);

    private final MetadataCache cache = new MetadataCache(CachePolicy.defaults(), EVERYTHING, ProtocolRules.ALL);

    @AfterEach
    void structureIsWhole() {
        CacheStructure.check(cache);
    }

    @Test
    void prefix_takesWhatIsBelow_andNotWhatBeginsLikeIt() {
        admitFile(cache, "/foo/a/f", 1);
        admitFile(cache, "/foobar/f", 10);
        admitFile(cache, "/foo2", 20);

        cache.invalidate(Scope.ofPrefixes(FsPath.parse("/foo")));

        assertThat(lookUp(cache, "/foo/a/f")).isNull();
        assertThat(cache.trie().find(FsPath.parse("/foo"))).isNull();
        assertThat(lookUp(cache, "/foobar/f")).isNotNull();
        assertThat(lookUp(cache, "/foo2")).isNotNull();
    }

    @Test
    void withoutTheRuleOfComponents_theDirectoryItselfStays() {
        MetadataCache broken = new MetadataCache(
                CachePolicy.defaults(), EVERYTHING, ProtocolRules.without(CoherenceRule.PREFIX_BY_COMPONENT));
        admitFile(broken, "/foo/a/f", 1);

        broken.invalidate(Scope.ofPrefixes(FsPath.parse("/foo")));

        assertThat(broken.trie().find(FsPath.parse("/foo"))).isNotNull();
        assertThat(lookUp(broken, "/foo/a/f")).isNull();
    }

    @Test
    void prefixOfAnAbsentName_endsItsAbsenceAndTheListing() {
        List<INode> chain = chain("/a/none", 1).subList(0, 2);
        cache.admitChain(FsPath.parse("/a/none"), chain);
        cache.admitListing(FsPath.parse("/a"), (Directory) chain.get(1), List.of());
        assertThat(lookUp(cache, "/a/none")).hasSize(2);
        assertThat(lookUp(cache, "/a/other")).hasSize(2);

        cache.invalidate(Scope.ofPrefixes(FsPath.parse("/a/none")));

        assertThat(lookUp(cache, "/a/none")).isNull();
        assertThat(lookUp(cache, "/a/other")).isNull();
    }

    @Test
    void prefixOfTheRoot_takesEverything() {
        admitFile(cache, "/a/f", 1);
        cache.invalidate(Scope.ofPrefixes(FsPath.ROOT));
        assertThat(cache.stats().entries()).isZero();
        assertThat(cache.stats().bytes()).isZero();
    }

    /** What is cut off stays in the clock's ring until the hand comes by: nobody goes through it while it is cut off. */
    @Test
    void prefix_isDetachedWithoutGoingThroughWhatIsBelow() {
        for (int i = 0; i < 500; i++) {
            admitFile(cache, "/a/b/f" + i, 100L * i + 1);
        }
        int passed = cache.trie().passed();
        assertThat(cache.stats().entries()).isGreaterThan(500);

        cache.invalidate(Scope.ofPrefixes(FsPath.parse("/a")));

        assertThat(cache.stats().entries()).isLessThan(10);
        assertThat(cache.trie().passed()).isGreaterThan(passed - 10);
        for (int i = 0; i < 500; i++) {
            admitFile(cache, "/c/f" + i, 100_000L + 100L * i);
        }
        assertThat(cache.trie().passed()).as("what was cut off is gone").isLessThan(520);
    }

    @Test
    void allFilesOfADirectory_haveANumberOfTheirOwn_untilOneOfThemChanges() {
        List<INode> files = List.of(fileOf("a", 10), fileOf("b", 11));
        long number = numbered(entries(files, Name.EMPTY, 2));
        assertThat(numbered(page(Name.EMPTY, 3))).isEqualTo(number);
        assertThat(page(Name.EMPTY, 2)).isEqualTo(files);

        assertThat(page(Name.EMPTY, 1)).isNotInstanceOf(NumberedEntries.class);
        assertThat(page(Name.of("a"), 2)).isNotInstanceOf(NumberedEntries.class);

        cache.invalidate(Scope.ofPaths(FsPath.parse("/d/b")));
        List<INode> changed = List.of(fileOf("a", 10), fileOf("b", 12));
        assertThat(numbered(entries(changed, Name.EMPTY, 2))).isNotEqualTo(number);
        cache.clear();
        assertThat(numbered(entries(files, Name.EMPTY, 2))).isNotEqualTo(number);
    }

    @Test
    void entriesOfWhichOneIsADirectory_haveNoNumber_becauseItsTimesMayChange() {
        Directory below = new Directory(
                new INodeId(12), new INodeKey(new INodeId(2), Name.of("c")), CacheFixture.attributes(0755), 0, true);

        List<INode> entries = entries(List.of(fileOf("a", 10), below), Name.EMPTY, 2);

        assertThat(entries).hasSize(2).isNotInstanceOf(NumberedEntries.class);
    }

    private static RegularFile fileOf(String name, long id) {
        return CacheFixture.file(id, new INodeKey(new INodeId(2), Name.of(name)), null);
    }

    /** Of a directory with these children, once the cache keeps all of them. */
    private List<INode> entries(List<INode> children, Name after, int limit) {
        FsPath path = FsPath.parse("/d");
        Directory root = new Directory(INodeId.ROOT, INodeKey.FIRST, CacheFixture.attributes(0755));
        Directory directory =
                new Directory(new INodeId(2), new INodeKey(root.id(), path.name()), CacheFixture.attributes(0755));
        cache.admitChain(path, List.of(root, directory));
        cache.admitListing(path, directory, children);
        return page(after, limit);
    }

    private List<INode> page(Name after, int limit) {
        CachedListing listing = requireNonNull(
                requireNonNull(cache.trie().findDirectory(FsPath.parse("/d"))).listing());
        return requireNonNull(listing.page(after, limit));
    }

    private static long numbered(List<INode> entries) {
        assertThat(entries).isInstanceOf(NumberedEntries.class);
        return ((NumberedEntries) entries).number();
    }

    @Test
    void accounting_isZeroAfterClear_andTheCacheGoesOn() {
        for (int i = 0; i < 100; i++) {
            admitFile(cache, "/d" + i % 7 + "/e/f" + i, 100L * i + 1);
        }
        assertThat(cache.stats().entries()).isPositive();

        cache.clear();

        assertThat(cache.stats().entries()).isZero();
        assertThat(cache.stats().bytes()).isZero();
        assertThat(cache.trie().passed()).isZero();
        admitFile(cache, "/d/f", 1);
        assertThat(lookUp(cache, "/d/f")).isNotNull();
    }

    @Test
    void foreignPaths_areKeptAsTheWayOnly() {
        PartitionFunction partition = new PartitionFunction(16);
        int foreign = (partition.ownerOf("/a/f") + 1) % 16;
        MetadataCache elsewhere =
                new MetadataCache(CachePolicy.defaults(), new Ownership(partition, foreign), ProtocolRules.ALL);
        admitFile(elsewhere, "/a/f", 1);
        elsewhere.admitChain(FsPath.parse("/a/g"), chain("/a/g", 1).subList(0, 2));

        assertThat(elsewhere.trie().find(FsPath.parse("/a"))).isInstanceOf(DirectoryNode.class);
        assertThat(lookUp(elsewhere, "/a/f")).isNull();
        assertThat(lookUp(elsewhere, "/a/g")).isNull();
        CacheStructure.check(elsewhere);
    }

    @Test
    void foreignDirectoriesTimes_areNotKept() {
        PartitionFunction partition = new PartitionFunction(16);
        int foreign = (partition.ownerOf("/a") + 1) % 16;
        MetadataCache elsewhere =
                new MetadataCache(CachePolicy.defaults(), new Ownership(partition, foreign), ProtocolRules.ALL);
        Directory row = directory("/a", 1).asObserved();
        elsewhere.admitChain(FsPath.parse("/a"), List.of(root(), row));
        elsewhere.admitTimes(FsPath.parse("/a"), row);

        assertThat(lookUp(elsewhere, "/a")).isNull();
    }

    @Test
    void evictedChild_takesItsDirectorysListingAlong() {
        CachePolicy small = CachePolicy.defaults().withCapacityBytes(3_000);
        MetadataCache tight = new MetadataCache(small, EVERYTHING, ProtocolRules.ALL);
        List<INode> chain = chain("/a", 1);
        List<INode> children = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            children.add(file(chain.get(1).id(), "f" + i, 100 + i));
        }
        tight.admitChain(FsPath.parse("/a"), chain);
        tight.admitListing(FsPath.parse("/a"), (Directory) chain.get(1), children);
        assertThat(lookUp(tight, "/a/none")).hasSize(2);

        for (int i = 0; tight.stats().evictions() == 0; i++) {
            admitFile(tight, "/b/f" + i, 1000 + i);
        }
        for (int i = 0; i < 30; i++) {
            admitFile(tight, "/b/g" + i, 2000 + i);
        }

        assertThat(lookUp(tight, "/a/none")).isNull();
        CacheStructure.check(tight);
    }

    @Test
    void entriesThatAreUsed_stayWhenSpaceIsShort() {
        MetadataCache tight =
                new MetadataCache(CachePolicy.defaults().withCapacityBytes(20_000), EVERYTHING, ProtocolRules.ALL);
        admitFile(tight, "/hot/f", 1);
        for (int i = 0; i < 2_000; i++) {
            admitFile(tight, "/cold/f" + i, 100 + i);
            assertThat(lookUp(tight, "/hot/f")).isNotNull();
        }
        assertThat(tight.stats().evictions()).isPositive();
    }

    @Test
    void whatWasCutOff_isLeftByTheClockBeforeAsMuchIsAdmittedAgain() {
        for (int i = 0; i < 8_000; i++) {
            admitFile(cache, "/old/d" + i % 10 + "/f" + i, 100L * i + 50);
        }
        int before = cache.trie().passed();
        cache.invalidate(Scope.ofPrefixes(FsPath.parse("/old")));
        assertThat(cache.stats().entries()).isEqualTo(1);
        assertThat(cache.stats().bytes()).isLessThan(1_000);
        assertThat(cache.trie().passed()).isEqualTo(before);

        for (int i = 0; i < 1_500; i++) {
            admitFile(cache, "/new/f" + i, 10_000_000L + i);
        }

        assertThat(cache.trie().passed()).isEqualTo((int) cache.stats().entries());
    }

    @Test
    void replacedEntry_changesTheEpoch() {
        admitFile(cache, "/f", 1);
        long before = cache.epoch();
        admitFile(cache, "/f", 1);
        assertThat(cache.epoch()).isEqualTo(before);
        admitFile(cache, "/f", 2);
        assertThat(cache.epoch()).isGreaterThan(before);
    }

    @Test
    void directoryInThePlaceOfAFile_replacesItAndBack() {
        admitFile(cache, "/a/x", 1);
        cache.admitChain(FsPath.parse("/a/x/f"), chain("/a/x/f", 1));
        assertThat(lookUp(cache, "/a/x/f")).hasSize(4);
        admitFile(cache, "/a/x", 1);
        assertThat(lookUp(cache, "/a/x")).hasSize(3);
    }

    /** A path with directories and, below the root's entries, a file at its end. */
    static List<INode> chain(String text, long fileId) {
        FsPath path = FsPath.parse(text);
        List<INode> chain = new ArrayList<>();
        chain.add(root());
        for (int depth = 1; depth <= path.depth(); depth++) {
            INodeKey key =
                    new INodeKey(chain.get(depth - 1).id(), path.components().get(depth - 1));
            boolean last = depth == path.depth() && depth > 1;
            long id = directoryId(path.prefix(depth).toString());
            chain.add(
                    last
                            ? CacheFixture.file(fileId, key, null)
                            : new Directory(new INodeId(id), key, CacheFixture.attributes(0755)));
        }
        return chain;
    }

    /** The same for each path, and no file's. */
    private static long directoryId(String path) {
        return (path.hashCode() & 0x7fff_ffffL) + (1L << 40);
    }

    private static Directory root() {
        return new Directory(INodeId.ROOT, INodeKey.FIRST, CacheFixture.attributes(0755));
    }

    private static Directory directory(String text, long id) {
        return new Directory(
                new INodeId(id), new INodeKey(INodeId.ROOT, FsPath.parse(text).name()), CacheFixture.attributes(0755));
    }

    private static RegularFile file(INodeId parent, String name, long id) {
        return CacheFixture.file(id, new INodeKey(parent, io.lambdafs.fs.Name.of(name)), null);
    }

    static void admitFile(MetadataCache cache, String text, long fileId) {
        List<INode> chain = new ArrayList<>(chain(text, fileId));
        INode last = chain.get(chain.size() - 1);
        if (last.isDirectory()) {
            chain.set(chain.size() - 1, CacheFixture.file(fileId, last.key(), null));
        }
        cache.admitChain(FsPath.parse(text), chain);
    }

    static @Nullable List<INode> lookUp(MetadataCache cache, String path) {
        try {
            return new CacheView(cache, () -> 0)
                    .inodes()
                    .resolve(FsPath.parse(path).components());
        } catch (CacheMiss miss) {
            return null;
        }
    }
}
