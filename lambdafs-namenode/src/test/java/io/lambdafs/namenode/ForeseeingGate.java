package io.lambdafs.namenode;

import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.namenode.foresight.ForeseenLocks;
import io.lambdafs.namenode.foresight.LockHints;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriteHint;
import io.lambdafs.store.WriterId;
import java.util.List;

/** Has every write lock ahead whatever it foresees, as if all directories were cached; lets everything pass. */
final class ForeseeingGate implements WriteGate {
    private final MetadataStore store;
    private final ForeseenLocks locks = new ForeseenLocks(this::above);

    ForeseeingGate(MetadataStore store) {
        this.store = store;
    }

    private List<Directory> above(FsPath path) {
        if (path.isRoot()) {
            return List.of();
        }
        try (Transaction tx = store.beginRead()) {
            List<INode> chain = tx.inodes().resolve(path.parent().components());
            boolean complete =
                    chain.size() == path.depth() && chain.get(chain.size() - 1).isDirectory();
            return complete ? chain.stream().map(Directory.class::cast).toList() : List.of();
        }
    }

    @Override
    public WriteHint hint(FsPath subject, LockHints foresight) {
        return locks.hint(subject, foresight);
    }

    @Override
    public void awaitReady() {}

    @Override
    public Pass begin(WriterId writer) {
        return WriteGate.open().begin(writer);
    }

    @Override
    public boolean isNeeded() {
        return true;
    }
}
