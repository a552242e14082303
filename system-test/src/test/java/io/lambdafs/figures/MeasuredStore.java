package io.lambdafs.figures;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.store.IdRange;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.Sequence;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * A store with a tree in it: a path of six directories whose last one has a thousand files, and one large directory.
 *
 * @param unknowing the same store as somebody sees it who has met no directory yet
 * @param roundTrips how often the process has waited for the store
 * @param names of the six
 * @param last the sixth directory
 * @param file one in it
 */
public record MeasuredStore(
        MeasuredNameNode nameNode,
        MetadataStore unknowing,
        LongSupplier roundTrips,
        List<Name> names,
        INodeId last,
        INodeKey file) {
    public static final String PATH = "/a1/a2/a3/a4/a5/a6";
    public static final String LARGE = "/large";
    public static final int SMALL_DIRECTORY = 1_000;
    public static final int FILE_NAME_BYTES = fileName(0).length();
    private static final int AT_ONCE = 500;

    /** Puts the tree into an empty store. */
    public static MeasuredStore fill(
            MeasuredNameNode nameNode, MetadataStore unknowing, LongSupplier roundTrips, int largeDirectory) {
        MetadataStore store = nameNode.store();
        IdRange ids = store.reserve(Sequence.INODE, SMALL_DIRECTORY + largeDirectory + 10);
        long next = ids.first();
        List<Name> names = new ArrayList<>();
        INodeId parent = INodeId.ROOT;
        for (int depth = 1; depth <= 6; depth++) {
            names.add(Name.of("a" + depth));
            parent = makeDirectory(nameNode, next++, new INodeKey(parent, names.get(depth - 1)));
        }
        makeFiles(nameNode, parent, next, SMALL_DIRECTORY);
        next += SMALL_DIRECTORY;
        INodeId large = makeDirectory(nameNode, next++, new INodeKey(INodeId.ROOT, Name.of(LARGE.substring(1))));
        makeFiles(nameNode, large, next, largeDirectory);
        return new MeasuredStore(
                nameNode, unknowing, roundTrips, List.copyOf(names), parent, new INodeKey(parent, fileName(0)));
    }

    private static Name fileName(int index) {
        return Name.of("part-r-%06d.parquet".formatted(index));
    }

    private static INodeId makeDirectory(MeasuredNameNode nameNode, long id, INodeKey key) {
        return nameNode.runner().write(nameNode.writer(), tx -> {
            tx.inodes().insert(new Directory(new INodeId(id), key, attributes()));
            return new INodeId(id);
        });
    }

    private static void makeFiles(MeasuredNameNode nameNode, INodeId parent, long firstId, int count) {
        for (int begin = 0; begin < count; begin += AT_ONCE) {
            int from = begin;
            int to = Math.min(count, begin + AT_ONCE);
            nameNode.runner().write(nameNode.writer(), tx -> {
                // NDB sends insertions under a locked parent together.
                tx.inodes().lock(List.of(new RowLock(parent, LockMode.EXCLUSIVE)));
                for (int i = from; i < to; i++) {
                    tx.inodes()
                            .insert(new RegularFile(
                                    new INodeId(firstId + i),
                                    new INodeKey(parent, fileName(i)),
                                    attributes(),
                                    3,
                                    128 << 20,
                                    0,
                                    null));
                }
                return to;
            });
        }
    }

    private static Attributes attributes() {
        return new Attributes("alice", "users", new Permission(0755), 1, 1);
    }
}
