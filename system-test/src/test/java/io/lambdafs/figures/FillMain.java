package io.lambdafs.figures;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.IdRange;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.Stores;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriterId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The program: puts empty files into each directory of a directory, by the store itself, which takes seconds where creating them takes
 * many minutes. Nobody may have listed the directories before, and no feature may be in use above them.
 */
public final class FillMain {
    private static final int CONNECTIONS = 4;
    private static final int AT_ONCE = 1024;
    private static final int FILE_MODE = 0644;

    private final MetadataStore store;
    private final WriterId writer;

    private FillMain(MetadataStore store) {
        this.store = store;
        this.writer = store.registerWriter("benchmark");
    }

    /** Takes the store's URL, the file of its secret, the path of the directory, and how many files each directory in it gets. */
    public static void main(String[] args) throws IOException {
        String secret = Files.readString(Path.of(args[1])).strip();
        StoreConfig config = new StoreConfig(args[0], "", secret, CONNECTIONS, StoreConfig.Bounds.defaults());
        try (MetadataStore store = Stores.open(config)) {
            FillMain fill = new FillMain(store);
            int directories = fill.fill(FsPath.parse(args[2]), Integer.parseInt(args[3]));
            System.out.println(directories + " directories were filled");
            store.fence(fill.writer, StoreConfig.Bounds.defaults().transaction());
        }
    }

    private int fill(FsPath parent, int files) {
        List<INode> directories = directories(parent);
        if (directories.isEmpty()) {
            throw new IllegalArgumentException(parent + " has no directories");
        }
        directories.parallelStream().forEach(directory -> fill(directory, files));
        return directories.size();
    }

    private List<INode> directories(FsPath parent) {
        try (Transaction tx = store.beginRead()) {
            List<INode> chain = tx.inodes().resolve(parent.components());
            INodeId last = chain.get(chain.size() - 1).id();
            return tx.inodes().children(last, Name.EMPTY, INodeTable.MAX_BATCH);
        }
    }

    private void fill(INode directory, int files) {
        IdRange ids = store.reserve(Sequence.INODE, files);
        for (int from = 0; from < files; from += AT_ONCE) {
            try (Transaction tx = store.beginWrite(writer)) {
                tx.inodes().lock(List.of(new RowLock(directory.id(), LockMode.EXCLUSIVE)));
                IntStream.range(from, Math.min(files, from + AT_ONCE))
                        .forEach(number -> tx.inodes().insert(file(directory, ids.first() + number, number)));
                tx.commit();
            }
        }
    }

    private static RegularFile file(INode directory, long id, int number) {
        Attributes above = directory.attributes();
        Attributes own = new Attributes(
                above.owner(),
                above.group(),
                new Permission(FILE_MODE),
                above.modificationMillis(),
                above.modificationMillis());
        INodeKey key = new INodeKey(directory.id(), Name.of("part-%05d.parquet".formatted(number)));
        return new RegularFile(new INodeId(id), key, own, 3, 128 << 20, 0, null);
    }
}
