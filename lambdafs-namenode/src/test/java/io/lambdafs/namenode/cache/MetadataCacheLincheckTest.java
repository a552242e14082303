package io.lambdafs.namenode.cache;

import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import io.lambdafs.coherence.ProtocolRules;
import io.lambdafs.coherence.Scope;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.wire.PartitionFunction;
import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuarantee;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The whole cache in front of a store of two files, whose versions are a number each. Reads ask the cache first. Writes
 * take out of the cache what they change before they change it. One order explains both. Writes and fills are made one
 * at a time.
 */
@Param(name = "file", gen = IntGen.class, conf = "0:1")
@Param(name = "version", gen = IntGen.class, conf = "0:2")
public final class MetadataCacheLincheckTest {
    /** Immutable: whatever comes between the steps of their methods changes nothing. */
    private static final ManagedStrategyGuarantee VALUES =
            forClasses(name -> name.startsWith("io.lambdafs.fs.")).allMethods().ignore();

    /** Of what they are used for here, likewise; but not what calls back, for then the cache itself would be passed over. */
    private static final ManagedStrategyGuarantee COLLECTIONS = forClasses(name -> name.startsWith("java.util.")
                    && !name.startsWith("java.util.concurrent.")
                    && !name.startsWith("java.util.function."))
            .methods(name -> !name.equals("forEach") && !name.startsWith("compute"))
            .ignore();

    private static final int ABSENT = 0;
    private static final FsPath DIRECTORY = FsPath.parse("/d");
    private static final List<FsPath> FILES = List.of(FsPath.parse("/d/f"), FsPath.parse("/d/g"));
    private static final Directory ROOT = new Directory(INodeId.ROOT, INodeKey.FIRST, CacheFixture.attributes(0755));
    private static final Directory PARENT = new Directory(
            new INodeId(20_000), new INodeKey(INodeId.ROOT, DIRECTORY.name()), CacheFixture.attributes(0755));

    private final MetadataCache cache =
            new MetadataCache(CachePolicy.defaults(), new Ownership(new PartitionFunction(1), 0), ProtocolRules.ALL);
    private volatile Versions stored = new Versions(1, ABSENT);

    /** Begins with everything cached, so that the first invalidation has something to remove. */
    public MetadataCacheLincheckTest() {
        fill(0);
        fillListing();
    }

    @Test
    void readsThroughTheCache_areLinearizable() {
        check(20);
    }

    /** As many as take too long for every change. */
    @Test
    @Tag("long")
    void readsThroughTheCache_areLinearizableInMoreScenarios() {
        check(100);
    }

    private void check(int scenarios) {
        new ModelCheckingOptions()
                .iterations(scenarios)
                .invocationsPerIteration(60)
                .threads(2)
                .actorsBefore(1)
                .actorsPerThread(3)
                .actorsAfter(2)
                .addGuarantee(VALUES)
                .addGuarantee(COLLECTIONS)
                .check(getClass());
    }

    /** What the store has. */
    private record Versions(int first, int second) {
        int of(int file) {
            return file == 0 ? first : second;
        }

        Versions with(int file, int version) {
            return file == 0 ? new Versions(version, second) : new Versions(first, version);
        }
    }

    @Operation
    public int read(@Param(name = "file") int file) {
        try {
            List<INode> chain = new CacheView(cache, () -> 0)
                    .inodes()
                    .resolve(FILES.get(file).components());
            return chain.size() == 3 ? ((RegularFile) chain.get(2)).replication() : ABSENT;
        } catch (CacheMiss miss) {
            return stored.of(file);
        }
    }

    @Operation(nonParallelGroup = "changes")
    public void write(@Param(name = "file") int file, @Param(name = "version") int version) {
        cache.invalidate(Scope.ofPaths(FILES.get(file)));
        stored = stored.with(file, version);
    }

    /** As a renamed directory takes the place of another. */
    @Operation(nonParallelGroup = "changes")
    public void replaceAll(@Param(name = "version") int version) {
        cache.invalidate(Scope.ofPrefixes(DIRECTORY));
        stored = new Versions(version, version);
    }

    @Operation(nonParallelGroup = "changes")
    public void fill(@Param(name = "file") int file) {
        List<INode> chain = new ArrayList<>(List.of(ROOT, PARENT));
        chain.addAll(rows(file, file));
        cache.admitChain(FILES.get(file), chain);
    }

    @Operation(nonParallelGroup = "changes")
    public void fillListing() {
        cache.admitListing(DIRECTORY, PARENT, rows(0, 1));
    }

    private List<INode> rows(int first, int last) {
        List<INode> rows = new ArrayList<>();
        for (int file = first; file <= last; file++) {
            int version = stored.of(file);
            if (version != ABSENT) {
                INodeKey key = new INodeKey(PARENT.id(), FILES.get(file).name());
                rows.add(CacheFixture.file(30_000 + file, key, null).withReplication(version));
            }
        }
        return rows;
    }
}
