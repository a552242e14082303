package io.lambdafs.store.rocks.server;

import static org.assertj.core.api.Assertions.assertThat;

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
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.TransactionRunner;
import io.lambdafs.store.WriterId;
import io.lambdafs.wire.RequestId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Callers that make directories of the same name in two others, each as one request, through one store. A caller repeats a
 * request until it is acknowledged, whatever happens to the store meanwhile.
 */
final class Load implements AutoCloseable {
    private static final int CALLERS = 8;
    private static final Name LEFT = Name.of("left");
    private static final Name RIGHT = Name.of("right");
    private static final Attributes ATTRIBUTES = new Attributes("user", "group", new Permission(0755), 1, 0);

    private final MetadataStore store;
    private final IdSource ids;
    private final WriterId writer;
    private final INode left;
    private final INode right;
    private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    private final List<Throwable> faults = Collections.synchronizedList(new ArrayList<>());
    private final AtomicLong repeated = new AtomicLong();
    private final List<Thread> callers = new ArrayList<>();
    private volatile boolean ending;

    Load(MetadataStore store) {
        this.store = store;
        ids = new IdSource(store, Sequence.INODE, 1_000);
        writer = store.registerWriter("load");
        left = make(LEFT);
        right = make(RIGHT);
    }

    private INode make(Name name) {
        Directory made = new Directory(new INodeId(ids.next()), new INodeKey(INodeId.ROOT, name), ATTRIBUTES);
        try (Transaction tx = store.beginWrite(writer)) {
            tx.inodes().insert(made);
            tx.commit();
        }
        return made;
    }

    void start() {
        for (int caller = 0; caller < CALLERS; caller++) {
            String prefix = "caller" + caller + "-";
            Thread thread = new Thread(() -> run(prefix));
            callers.add(thread);
            thread.start();
        }
    }

    private void run(String prefix) {
        UUID client = UUID.randomUUID();
        TransactionRunner runner = new TransactionRunner(
                store, new RetryPolicy(1, Duration.ofMillis(1), Duration.ofMillis(1)), pause -> {}, new Random(0));
        try {
            for (int i = 0; !ending; i++) {
                String name = prefix + i;
                untilAcknowledged(runner, new RequestId(client, i), name);
                acknowledged.add(name);
            }
        } catch (RuntimeException | AssertionError e) {
            faults.add(e);
        }
    }

    /* Executed twice, it would find that its names exist. */
    private void untilAcknowledged(TransactionRunner runner, RequestId request, String name) {
        INodeId leftId = new INodeId(nextId());
        INodeId rightId = new INodeId(nextId());
        while (true) {
            try {
                byte[] done = runner.writeOnce(writer, request, tx -> {
                    tx.inodes().lock(List.of(new RowLock(left.id(), LockMode.SHARED)));
                    tx.inodes().insert(new Directory(leftId, new INodeKey(left.id(), Name.of(name)), ATTRIBUTES));
                    tx.inodes().insert(new Directory(rightId, new INodeKey(right.id(), Name.of(name)), ATTRIBUTES));
                    return name.getBytes(StandardCharsets.UTF_8);
                });
                assertThat(new String(done, StandardCharsets.UTF_8)).isEqualTo(name);
                return;
            } catch (StoreException e) {
                requirePassing(e);
                repeated.incrementAndGet();
            }
        }
    }

    private long nextId() {
        while (true) {
            try {
                return ids.next();
            } catch (StoreException e) {
                requirePassing(e);
            }
        }
    }

    private static void requirePassing(StoreException e) {
        if (!e.kind().retriable()) {
            throw e;
        }
    }

    /** Waits until so many more requests than now are acknowledged. */
    void awaitMore(int more) throws InterruptedException {
        int target = acknowledged.size() + more;
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (acknowledged.size() < target) {
            assertThat(faults).isEmpty();
            assertThat(System.nanoTime())
                    .as("time until " + target + " requests are acknowledged")
                    .isLessThan(end);
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }

    /** How often a request was repeated. */
    long repeated() {
        return repeated.get();
    }

    /** Ends the callers, and checks that the store has what was acknowledged, all of it once, and nothing else. */
    void endAndCheck() throws InterruptedException {
        close();
        awaitCallers();
        assertThat(faults).isEmpty();
        Transaction tx = store.beginRead();
        assertThat(names(tx, left)).containsExactlyInAnyOrderElementsOf(acknowledged);
        assertThat(names(tx, right)).containsExactlyInAnyOrderElementsOf(acknowledged);
        assertThat(tx.inodes().count()).isEqualTo(3 + 2L * acknowledged.size());
    }

    private static List<String> names(Transaction tx, INode directory) {
        List<String> names = new ArrayList<>();
        List<INode> page = tx.inodes().children(directory.id(), Name.EMPTY, 1_000);
        while (!page.isEmpty()) {
            page.forEach(child -> names.add(child.name().toString()));
            page = tx.inodes()
                    .children(directory.id(), page.get(page.size() - 1).name(), 1_000);
        }
        return names;
    }

    @Override
    public void close() {
        ending = true;
    }

    private void awaitCallers() throws InterruptedException {
        for (Thread caller : callers) {
            caller.join(TimeUnit.SECONDS.toMillis(60));
            assertThat(caller.isAlive()).isFalse();
        }
    }
}
