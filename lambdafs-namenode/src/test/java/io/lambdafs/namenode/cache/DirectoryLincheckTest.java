package io.lambdafs.namenode.cache;

import io.lambdafs.fs.Directory;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Looking up a name in a directory among changes, which are made one at a time: every interleaving is explained by an order
 * of them, misses included. {@link MetadataCacheLincheckTest} has the whole cache.
 */
@Param(name = "entry", gen = IntGen.class, conf = "0:2")
public final class DirectoryLincheckTest {
    private static final int FOUND = 1;
    private static final int ABSENT = 0;
    private static final int MISS = -1;
    private static final List<Name> NAMES = List.of(Name.of("a"), Name.of("b"), Name.of("c"));

    private final DirectoryNode directory = new DirectoryNode(
            new Directory(INodeId.ROOT, INodeKey.FIRST, CacheFixture.attributes(0755)),
            Principal.of(CacheFixture.attributes(0755), true),
            null,
            true);
    private final @Nullable Node[] kept = new Node[NAMES.size()];

    @Test
    void lookupsAmongChanges_areLinearizable() {
        check(10);
    }

    /** As many as take too long for every change. */
    @Test
    @Tag("long")
    void lookupsAmongChanges_areLinearizableInMoreScenarios() {
        check(50);
    }

    private void check(int scenarios) {
        new ModelCheckingOptions()
                .iterations(scenarios)
                .invocationsPerIteration(200)
                .threads(2)
                .actorsBefore(3)
                .actorsPerThread(3)
                .actorsAfter(1)
                .check(getClass());
    }

    @Operation
    public int lookUp(@Param(name = "entry") int entry) {
        try {
            return CachedINodes.child(directory, NAMES.get(entry)) == null ? ABSENT : FOUND;
        } catch (CacheMiss miss) {
            return MISS;
        }
    }

    @Operation(nonParallelGroup = "changes")
    public void add(@Param(name = "entry") int entry) {
        if (kept[entry] == null && directory.listing() == null) {
            INodeKey key = new INodeKey(directory.inodeId(), NAMES.get(entry));
            Node node = new DirectoryNode(
                    new Directory(new INodeId(20_000 + entry), key, CacheFixture.attributes(0755)),
                    Principal.of(CacheFixture.attributes(0755), true),
                    directory,
                    true);
            directory.childTable().add(node);
            kept[entry] = node;
        }
    }

    @Operation(nonParallelGroup = "changes")
    public void remove(@Param(name = "entry") int entry) {
        Node node = kept[entry];
        if (node != null && directory.listing() == null) {
            directory.removeChild(node);
            kept[entry] = null;
        }
    }

    /** From now on the names that are not there are known to be absent. */
    @Operation(nonParallelGroup = "changes")
    public void keepListing() {
        List<Node> nodes = new ArrayList<>();
        for (Node node : kept) {
            if (node != null) {
                nodes.add(node);
            }
        }
        directory.keepListing(new CachedListing(nodes, 0));
    }

    @Operation(nonParallelGroup = "changes")
    public void forgetListing() {
        directory.forgetListing();
    }
}
