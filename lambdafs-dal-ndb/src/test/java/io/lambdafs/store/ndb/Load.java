package io.lambdafs.store.ndb;

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
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Clients that make directories and read them, each request once, resubmitting it until it succeeds. Every attempt uses
 * another name, so that a request that is carried out twice leaves two.
 */
final class Load implements AutoCloseable {
    private static final int CLIENTS = 4;
    private static final int PAGE = 5_000;
    /** NDB writes its log to disk every two seconds. */
    private static final Duration CHECKPOINT = Duration.ofSeconds(5);

    private final WriterId writer;
    private final TransactionRunner runner;
    private final IdSource ids;
    private final INodeId parent;
    private final List<String> acknowledged = new CopyOnWriteArrayList<>();
    private final AtomicLong attempts = new AtomicLong();
    private final AtomicLong lastNanos = new AtomicLong(System.nanoTime());
    private final AtomicLong longestGapNanos = new AtomicLong();
    private final List<Thread> clients = new ArrayList<>();
    private volatile boolean running = true;
    private volatile boolean paused;

    private Load(MetadataStore store) {
        writer = store.registerWriter("load");
        runner = new TransactionRunner(
                store,
                new RetryPolicy(8, Duration.ofMillis(2), Duration.ofMillis(200)),
                pause -> sleep(pause),
                new Random(42));
        ids = new IdSource(store, Sequence.INODE, 1000);
        Directory directory = directory(INodeId.ROOT, "load-" + UUID.randomUUID());
        runner.write(writer, tx -> {
            tx.inodes().insert(directory);
            return directory;
        });
        parent = directory.id();
    }

    static Load start(MetadataStore store) {
        Load load = new Load(store);
        for (int i = 0; i < CLIENTS; i++) {
            Thread client = new Thread(load::work, "client-" + i);
            load.clients.add(client);
            client.start();
        }
        return load;
    }

    private void work() {
        UUID client = UUID.randomUUID();
        for (long sequence = 0; running; sequence++) {
            String name = client + "-" + sequence;
            while (paused && running) {
                sleep(Duration.ofMillis(10));
            }
            if (submit(new RequestId(client, sequence), name)) {
                long now = System.nanoTime();
                longestGapNanos.accumulateAndGet(now - lastNanos.getAndSet(now), Math::max);
                acknowledged.add(name);
            }
        }
    }

    /** Resubmits until it succeeds, or the load ends. */
    private boolean submit(RequestId request, String name) {
        while (running) {
            try {
                runner.writeOnce(writer, request, tx -> make(tx, name));
                return true;
            } catch (StoreException e) {
                assertThat(e.kind().retriable()).as(e.toString()).isTrue();
            }
        }
        return false;
    }

    private byte[] make(Transaction tx, String name) {
        INode locked = tx.inodes()
                .lock(List.of(new RowLock(INodeId.ROOT, LockMode.SHARED), new RowLock(parent, LockMode.EXCLUSIVE)))
                .get(1);
        tx.inodes().insert(directory(parent, name + "#" + attempts.incrementAndGet()));
        tx.inodes().update(locked.withAttributes(locked.attributes().withModification(attempts.get())));
        return new byte[] {1};
    }

    private Directory directory(INodeId in, String name) {
        return new Directory(
                new INodeId(ids.next()),
                new INodeKey(in, Name.of(name)),
                new Attributes("u", "g", new Permission(0755), 1, 1));
    }

    long acknowledged() {
        return acknowledged.size();
    }

    Duration longestGap() {
        return Duration.ofNanos(longestGapNanos.get());
    }

    void awaitMore(int more, Duration bound) {
        long wanted = acknowledged() + more;
        long deadline = System.nanoTime() + bound.toNanos();
        while (acknowledged() < wanted) {
            assertThat(System.nanoTime()).as("the load stands still").isLessThan(deadline);
            sleep(Duration.ofMillis(20));
        }
    }

    /** Waits until all that was acknowledged is on disk. */
    void pauseLongerThanACheckpoint() {
        paused = true;
        sleep(CHECKPOINT);
        lastNanos.set(System.nanoTime());
        longestGapNanos.set(0);
        paused = false;
    }

    void stop() {
        running = false;
        for (Thread client : clients) {
            try {
                client.join(TimeUnit.SECONDS.toMillis(60));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    List<String> missing() {
        return missingOfFirst(acknowledged());
    }

    List<String> missingOfFirst(long count) {
        Map<String, Integer> present = present();
        return acknowledged.stream()
                .limit(count)
                .filter(name -> !present.containsKey(name))
                .toList();
    }

    List<String> doubled() {
        return present().entrySet().stream()
                .filter(entry -> entry.getValue() > 1)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** How many directories each request has made. */
    private Map<String, Integer> present() {
        Map<String, Integer> found = new HashMap<>();
        Name after = Name.EMPTY;
        List<INode> page = page(after);
        while (!page.isEmpty()) {
            page.forEach(child -> found.merge(child.name().toString().replaceAll("#.*", ""), 1, Integer::sum));
            after = page.get(page.size() - 1).name();
            page = page(after);
        }
        return found;
    }

    private List<INode> page(Name after) {
        return runner.read(tx -> tx.inodes().children(parent, after, PAGE));
    }

    private static void sleep(Duration time) {
        try {
            TimeUnit.NANOSECONDS.sleep(time.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        running = false;
    }
}
