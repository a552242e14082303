package io.lambdafs.store.rocks.server;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.store.IdSource;
import io.lambdafs.store.KeyLock;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriteHint;
import io.lambdafs.store.WriterId;
import io.lambdafs.wire.RequestId;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/**
 * A program that prints how many durable transactions a server makes through its Unix domain socket, and what they cost its
 * process. Each transaction takes two round trips: the first locks a directory shared and reads it, the second makes an entry and
 * commits. Its argument is the number of seconds per line; 5 if there is none.
 */
final class StoreFigures {
    private static final Attributes ATTRIBUTES = new Attributes("user", "group", new Permission(0755), 1, 0);
    private static final int[] CALLERS = {1, 8, 64};
    private static final int WARM_UP_SECONDS = 3;
    private static final Bounds BOUNDS =
            new Bounds(Duration.ofSeconds(10), Duration.ofSeconds(10), Duration.ofSeconds(30));

    private static final List<String> OPTIONS = List.of(
            System.getProperty("figures.options", "-Xmx512m -XX:+UseSerialGC").split(" "));

    private final StoreProcess process;
    private final MetadataStore store;
    private final WriterId writer;
    private final IdSource ids;
    private volatile boolean ending;

    private StoreFigures(StoreProcess process, MetadataStore store) {
        this.process = process;
        this.store = store;
        writer = store.registerWriter("figures");
        ids = new IdSource(store, Sequence.INODE, 10_000);
    }

    /** Prints the figures. */
    public static void main(String[] arguments) throws Exception {
        int seconds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 5;
        Path directory = Files.createTempDirectory("store-figures-");
        try (StoreProcess process = StoreProcess.start(directory, "unix:" + directory.resolve("socket"), OPTIONS);
                MetadataStore store = process.open(BOUNDS)) {
            StoreFigures figures = new StoreFigures(process, store);
            figures.measure(64, WARM_UP_SECONDS);
            System.out.println("callers  transactions/s  p50 ms  p99 ms  server CPU µs  client CPU µs  1-minute load");
            for (int callers : CALLERS) {
                System.out.println(figures.measure(callers, seconds));
            }
        }
    }

    private String measure(int callers, int seconds) throws InterruptedException {
        ending = false;
        List<Caller> running = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            running.add(new Caller(i, seconds));
        }
        long server = cpuNanos(process.process().toHandle());
        long client = cpuNanos(ProcessHandle.current());
        long start = System.nanoTime();
        running.forEach(Thread::start);
        TimeUnit.SECONDS.sleep(seconds);
        ending = true;
        for (Caller caller : running) {
            caller.join();
        }
        double elapsed = (System.nanoTime() - start) / 1e9;
        long[] nanos = running.stream().flatMapToLong(Caller::taken).sorted().toArray();
        return String.format(
                "%7d  %14.0f  %6.2f  %6.2f  %13.1f  %13.1f  %13.1f",
                callers,
                nanos.length / elapsed,
                nanos[nanos.length / 2] / 1e6,
                nanos[(int) (nanos.length * 0.99)] / 1e6,
                (cpuNanos(process.process().toHandle()) - server) / 1e3 / nanos.length,
                (cpuNanos(ProcessHandle.current()) - client) / 1e3 / nanos.length,
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }

    private static long cpuNanos(ProcessHandle process) {
        return process.info().totalCpuDuration().orElseThrow().toNanos();
    }

    /** A caller with a directory of its own. */
    private final class Caller extends Thread {
        private static final int MOST_PER_SECOND = 20_000;

        private final long[] nanos;
        private int count;

        Caller(int number, int seconds) {
            super("caller-" + number);
            nanos = new long[MOST_PER_SECOND * seconds];
        }

        LongStream taken() {
            return Arrays.stream(nanos, 0, count);
        }

        @Override
        public void run() {
            long id = ids.next();
            Directory own =
                    new Directory(new INodeId(id), new INodeKey(INodeId.ROOT, Name.of("caller" + id)), ATTRIBUTES);
            try (Transaction tx = store.beginWrite(writer)) {
                tx.inodes().insert(own);
                tx.commit();
            }
            UUID client = UUID.randomUUID();
            WriteHint hint = new WriteHint(
                    FsPath.ROOT, List.of(new KeyLock(own.key(), LockMode.SHARED)), Optional.empty(), Optional.empty());
            while (!ending && count < nanos.length) {
                long start = System.nanoTime();
                make(own, new RequestId(client, count), hint);
                nanos[count++] = System.nanoTime() - start;
            }
        }

        private void make(Directory parent, RequestId request, WriteHint hint) {
            try (Transaction tx = store.beginWrite(writer, request, hint)) {
                Name name = Name.of("entry" + count);
                tx.inodes().find(List.of(parent.key()));
                tx.inodes().insert(new Directory(new INodeId(ids.next()), new INodeKey(parent.id(), name), ATTRIBUTES));
                tx.recordOutcome(new byte[] {1});
                tx.commit();
            }
        }
    }
}
