package io.lambdafs.store.rocks;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.store.IdSource;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.RetryPolicy;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.TransactionRunner;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.rocks.engine.Engine;
import io.lambdafs.wire.RequestId;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/**
 * A process with an engine under load: each request makes a directory of the same name in two others, and is printed when
 * it is acknowledged. It goes on until it is killed.
 */
final class LoadedEngine {
    static final Name LEFT = Name.of("left");
    static final Name RIGHT = Name.of("right");
    private static final int CALLERS = 8;
    private static final Attributes ATTRIBUTES = new Attributes("user", "group", new Permission(0755), 1, 0);

    private final MetadataStore store;
    private final IdSource ids;
    private final WriterId writer;

    private LoadedEngine(MetadataStore store) {
        this.store = store;
        ids = new IdSource(store, Sequence.INODE, 100);
        writer = store.registerWriter("load");
    }

    /** With the directory, and a name for this run that no other run has. */
    public static void main(String[] arguments) {
        Engine engine = EmbeddedEngine.at(Path.of(arguments[0]));
        LoadedEngine loaded = new LoadedEngine(new RocksMetadataStore(engine, Bounds.defaults()));
        INode left = loaded.ensure(LEFT);
        INode right = loaded.ensure(RIGHT);
        for (int caller = 0; caller < CALLERS; caller++) {
            String prefix = arguments[1] + "-" + caller + "-";
            new Thread(() -> loaded.load(prefix, left, right)).start();
        }
    }

    private INode ensure(Name name) {
        INodeKey key = new INodeKey(INodeId.ROOT, name);
        List<INode> found = store.beginRead().inodes().find(List.of(key));
        if (!found.isEmpty()) {
            return found.get(0);
        }
        Directory made = new Directory(new INodeId(ids.next()), key, ATTRIBUTES);
        runner(0).write(writer, tx -> {
            tx.inodes().insert(made);
            return made;
        });
        return made;
    }

    private TransactionRunner runner(long seed) {
        return new TransactionRunner(store, RetryPolicy.defaults(), pause -> {}, new Random(seed));
    }

    private void load(String prefix, INode left, INode right) {
        TransactionRunner runner = runner(prefix.hashCode());
        UUID client = UUID.randomUUID();
        for (int i = 0; true; i++) {
            String name = prefix + i;
            try {
                byte[] done = runner.writeOnce(writer, new RequestId(client, i), tx -> {
                    tx.inodes().lock(List.of(new RowLock(left.id(), LockMode.SHARED)));
                    tx.inodes().insert(entry(left, name));
                    tx.inodes().insert(entry(right, name));
                    return name.getBytes(StandardCharsets.UTF_8);
                });
                System.out.println(new String(done, StandardCharsets.UTF_8));
            } catch (StoreException e) {
                System.out.println("FAILED " + e);
                return;
            }
        }
    }

    private Directory entry(INode parent, String name) {
        return new Directory(new INodeId(ids.next()), new INodeKey(parent.id(), Name.of(name)), ATTRIBUTES);
    }
}
