package io.lambdafs.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.changefeed.ChangeFeed;
import io.lambdafs.store.changefeed.CommittedTransaction;
import io.lambdafs.store.rocks.engine.Engine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What {@link LoadedEngine} left in its directory. */
final class LoadedDirectory {
    private LoadedDirectory() {}

    /** Opens the directory and requires what was acknowledged, nothing half done, and a change feed that agrees. */
    static void look(Path directory, Set<String> acknowledged) {
        try (Engine engine = EmbeddedEngine.at(directory);
                MetadataStore store = new RocksMetadataStore(engine, Bounds.defaults());
                Transaction tx = store.beginRead()) {
            List<String> left = names(tx, LoadedEngine.LEFT);
            assertThat(left).containsAll(acknowledged);
            assertThat(names(tx, LoadedEngine.RIGHT))
                    .as("each transaction is there with both its rows or not at all")
                    .isEqualTo(left);
            assertThat(tx.inodes().count()).isEqualTo(3 + 2L * left.size());
            requireFeedOf(engine, left);
        }
    }

    private static void requireFeedOf(Engine engine, List<String> names) {
        List<CommittedTransaction> changes = new ArrayList<>();
        try (MetadataStore store = new RocksMetadataStore(engine, Bounds.defaults())) {
            ChangeFeed feed = store.changeFeed().orElseThrow();
            List<CommittedTransaction> page = feed.after(0, ChangeFeed.MAX_TRANSACTIONS);
            while (!page.isEmpty()) {
                changes.addAll(page);
                page = feed.after(page.get(page.size() - 1).number(), ChangeFeed.MAX_TRANSACTIONS);
            }
        }
        assertThat(changes.stream().map(CommittedTransaction::number).toList())
                .isSorted()
                .doesNotHaveDuplicates();
        // The two directories were made one by one.
        assertThat(changes).hasSize(2 + names.size());
    }

    /** The names of a directory below the root, in their order. */
    static List<String> names(Transaction tx, Name directory) {
        INode parent =
                tx.inodes().find(List.of(new INodeKey(INodeId.ROOT, directory))).get(0);
        List<String> names = new ArrayList<>();
        List<INode> page = tx.inodes().children(parent.id(), Name.EMPTY, 1_000);
        while (!page.isEmpty()) {
            page.forEach(child -> names.add(child.name().toString()));
            page = tx.inodes().children(parent.id(), page.get(page.size() - 1).name(), 1_000);
        }
        return names;
    }
}
