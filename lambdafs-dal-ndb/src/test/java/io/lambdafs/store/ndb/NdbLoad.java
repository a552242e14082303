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
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/**
 * Clients that make directories, rename some of them and delete others, each request once, resubmitting it until it succeeds;
 * and others that list and read. Every attempt makes a directory of another name, so that a request that is carried out twice
 * leaves two.
 */
final class NdbLoad implements AutoCloseable {
    private static final int WRITERS = 3;
    private static final int READERS = 2;
    /** One in three requests renames the directory of the one before, another deletes that of the one before that. */
    private static final int KINDS = 3;

    /** Between two requests of a client: a data node that comes back needs the machine's two cores as well. */
    private static final Duration PACE = Duration.ofMillis(5);

    private static final int SHORT_PAGE = 50;
    private static final int PAGE = 5_000;
    /** NDB writes its log to disk every two seconds. */
    private static final Duration CHECKPOINT = Duration.ofSeconds(5);

    private final WriterId writer;
    private final TransactionRunner runner;
    private final IdSource ids;
    private final INodeId parent;
    private final List<String> acknowledged = new CopyOnWriteArrayList<>();
    private final Set<String> deleted = ConcurrentHashMap.newKeySet();
    private final AtomicLong reads = new AtomicLong();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private final AtomicLong attempts = new AtomicLong();
    private final AtomicLong lastNanos = new AtomicLong(System.nanoTime());
    private final AtomicLong longestGapNanos = new AtomicLong();
    private final List<Thread> clients = new ArrayList<>();
    private volatile boolean running = true;
    private volatile boolean paused;
    private volatile boolean newestMayBeGone;

    private NdbLoad(MetadataStore store) {
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

    static NdbLoad start(MetadataStore store) {
        NdbLoad load = new NdbLoad(store);
        for (int i = 0; i < WRITERS + READERS; i++) {
            Runnable work = i < WRITERS ? load::write : load::read;
            Thread client = new Thread(work, "client-" + i);
            client.setUncaughtExceptionHandler((thread, failure) -> load.failures.add(failure));
            load.clients.add(client);
            client.start();
        }
        return load;
    }

    private void write() {
        UUID client = UUID.randomUUID();
        INodeId last = parent;
        INodeId oneBefore = parent;
        for (long sequence = 0; running; sequence++) {
            awaitUnpaused();
            Step step = new Step(new RequestId(client, sequence), last, oneBefore);
            // Told before it is done: from then on it may be gone.
            step.deletes().ifPresent(deleted::add);
            Optional<INodeId> made;
            try {
                made = submit(step);
            } catch (NotThere e) {
                if (!newestMayBeGone) {
                    throw e;
                }
                // What it builds upon was lost with both nodes: it begins again with a request that only makes.
                last = parent;
                oneBefore = parent;
                sequence += KINDS - 1 - sequence % KINDS;
                continue;
            }
            if (made.isPresent()) {
                oneBefore = last;
                last = made.get();
                long now = System.nanoTime();
                longestGapNanos.accumulateAndGet(now - lastNanos.getAndSet(now), Math::max);
                acknowledged.add(step.name());
            }
            sleep(PACE);
        }
    }

    private void read() {
        while (running) {
            awaitUnpaused();
            try {
                runner.read(tx -> {
                    List<INode> some = tx.inodes().children(parent, Name.EMPTY, SHORT_PAGE);
                    return tx.inodes().get(some.stream().map(INode::id).toList());
                });
                reads.incrementAndGet();
            } catch (StoreException e) {
                assertThat(e.kind().retriable()).as(e.toString()).isTrue();
            }
            sleep(PACE);
        }
    }

    private void awaitUnpaused() {
        while (paused && running) {
            sleep(Duration.ofMillis(10));
        }
    }

    /** Resubmits until it succeeds, or the load ends; what it made. */
    private Optional<INodeId> submit(Step step) {
        while (running) {
            try {
                byte[] outcome = runner.writeOnce(writer, step.request(), tx -> carryOut(tx, step));
                return Optional.of(new INodeId(ByteBuffer.wrap(outcome).getLong()));
            } catch (StoreException e) {
                assertThat(e.kind().retriable()).as(e.toString()).isTrue();
            }
        }
        return Optional.empty();
    }

    private byte[] carryOut(Transaction tx, Step step) {
        String attempt = "#" + attempts.incrementAndGet();
        List<INode> locked = tx.inodes()
                .lock(List.of(
                        new RowLock(INodeId.ROOT, LockMode.SHARED),
                        new RowLock(parent, LockMode.EXCLUSIVE),
                        new RowLock(step.changed(), LockMode.EXCLUSIVE)));
        if (locked.size() < 3) {
            throw new NotThere(step);
        }
        Directory made = directory(parent, step.name() + attempt);
        tx.inodes().insert(made);
        if (step.deletes().isPresent()) {
            tx.inodes().delete(List.of(step.changed()));
        } else if (step.renames()) {
            INode renamed = locked.get(2);
            String name = renamed.name().toString().replaceAll("#.*", "") + attempt;
            tx.inodes().update(new Directory(renamed.id(), new INodeKey(parent, Name.of(name)), renamed.attributes()));
        }
        INode before = locked.get(1);
        tx.inodes().update(before.withAttributes(before.attributes().withModification(attempts.get())));
        return ByteBuffer.allocate(Long.BYTES).putLong(made.id().value()).array();
    }

    /** What an acknowledged request made is not there. */
    private static final class NotThere extends RuntimeException {
        NotThere(Step step) {
            super(step.name() + " changes what an acknowledged request made, and it is not there");
        }
    }

    /** One request: makes a directory, and may rename or delete one that an earlier request of the client made. */
    private record Step(RequestId request, INodeId last, INodeId oneBefore) {
        String name() {
            return name(request.sequence());
        }

        private String name(long sequence) {
            return request.client() + "-" + sequence;
        }

        boolean renames() {
            return request.sequence() % KINDS == 1;
        }

        Optional<String> deletes() {
            return request.sequence() % KINDS == 2 ? Optional.of(name(request.sequence() - 2)) : Optional.empty();
        }

        INodeId changed() {
            return deletes().isPresent() ? oneBefore : last;
        }
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

    long reads() {
        return reads.get();
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

    /**
     * Tells the clients that all data nodes die soon. NDB then forgets what it acknowledged after its last write to disk,
     * and a client may build upon just that.
     */
    void newestMayBeGone() {
        newestMayBeGone = true;
    }

    /** Waits until all that was acknowledged is on disk. */
    void pauseLongerThanACheckpoint() {
        paused = true;
        sleep(CHECKPOINT);
        lastNanos.set(System.nanoTime());
        longestGapNanos.set(0);
        paused = false;
    }

    void stop(Duration bound) {
        running = false;
        long deadline = System.nanoTime() + bound.toNanos();
        for (Thread client : clients) {
            try {
                client.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            assertThat(client.isAlive())
                    .as(() -> client.getName() + " is in a call: " + Arrays.toString(client.getStackTrace()))
                    .isFalse();
        }
        assertThat(failures).as("what clients were told").isEmpty();
    }

    List<String> missing() {
        return missingOfFirst(acknowledged());
    }

    List<String> missingOfFirst(long count) {
        Map<String, Integer> present = present();
        return acknowledged.stream()
                .limit(count)
                .filter(name -> !present.containsKey(name) && !deleted.contains(name))
                .toList();
    }

    List<String> doubled() {
        return present().entrySet().stream()
                .filter(entry -> entry.getValue() > 1)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Deleted by requests that were acknowledged, and there all the same. */
    List<String> undeleted() {
        return undeletedByFirst(acknowledged());
    }

    List<String> undeletedByFirst(long count) {
        Map<String, Integer> present = present();
        Set<String> done = acknowledged.stream().limit(count).collect(Collectors.toSet());
        return deleted.stream()
                .filter(name -> present.containsKey(name) && done.contains(deletedBy(name)))
                .toList();
    }

    private static String deletedBy(String name) {
        int dash = name.lastIndexOf('-');
        return name.substring(0, dash + 1) + (Long.parseLong(name.substring(dash + 1)) + 2);
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
