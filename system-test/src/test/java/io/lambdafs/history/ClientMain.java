package io.lambdafs.history;

import io.lambdafs.testkit.history.FileOperation;
import io.lambdafs.testkit.history.HistoryWriter;
import io.lambdafs.testkit.history.HotDirectories;
import io.lambdafs.testkit.history.RecordingClient;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;

/**
 * A process with some of the clients of a history. It says {@code ready} when its clients can begin and {@code done} when they
 * have ended; it begins at the line {@code go} on its standard input, and cuts its connections at the line {@code cut}.
 */
final class ClientMain {
    /** In one burst the clients of all processes go at it at once; between bursts they wait for each other's. */
    private static final int BURST = 25;

    private static final Duration RENEWAL = Duration.ofSeconds(10);

    private final Settings settings;
    private final HdfsNamespace namespace;
    private final HistoryWriter history;

    private ClientMain(Settings settings, HdfsNamespace namespace, HistoryWriter history) {
        this.settings = settings;
        this.namespace = namespace;
        this.history = history;
    }

    /**
     * What a process is told on its command line.
     *
     * @param firstClient the number of its first client, of which others follow
     * @param operations how many each of them executes
     * @param over the time over which they are spread
     * @param setting how its clients are set
     */
    record Settings(
            Path dataDir,
            String root,
            Path file,
            long seed,
            int firstClient,
            int clients,
            int parts,
            int operations,
            Duration over,
            ClientSetting setting) {
        static Settings of(String[] args) {
            return new Settings(
                    Path.of(args[0]),
                    args[1],
                    Path.of(args[2]),
                    Long.parseLong(args[3]),
                    Integer.parseInt(args[4]),
                    Integer.parseInt(args[5]),
                    Integer.parseInt(args[6]),
                    Integer.parseInt(args[7]),
                    Duration.ofMillis(Long.parseLong(args[8])),
                    ClientSetting.valueOf(args[9]));
        }

        /** Processes are told apart by their first client. */
        Configuration configuration() {
            Configuration configuration = HdfsNamespace.configuration(dataDir);
            setting.apply(configuration, (firstClient - 1) / clients);
            return configuration;
        }

        List<String> arguments() {
            return List.of(
                    dataDir.toString(),
                    root,
                    file.toString(),
                    Long.toString(seed),
                    Integer.toString(firstClient),
                    Integer.toString(clients),
                    Integer.toString(parts),
                    Integer.toString(operations),
                    Long.toString(over.toMillis()),
                    setting.name());
        }
    }

    public static void main(String[] args) throws Exception {
        Settings settings = Settings.of(args);
        try (HdfsNamespace namespace = HdfsNamespace.open(settings.configuration(), settings.root());
                HistoryWriter history = new HistoryWriter(settings.file())) {
            namespace.execute(new FileOperation.Stat("/"));
            System.out.println("ready");
            BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            if (!"go".equals(orders.readLine())) {
                return;
            }
            Thread follower = new Thread(() -> follow(orders), "orders");
            follower.setDaemon(true);
            follower.start();
            new ClientMain(settings, namespace, history).runAll();
        }
        System.out.println(ClientCounts.ofThisJvm().line());
        System.out.println("done");
    }

    /** Ends the process when its parent is gone, or an order cannot be carried out: nobody wants the history then. */
    private static void follow(BufferedReader orders) {
        try {
            String order = orders.readLine();
            while (order != null) {
                if (order.equals("cut")) {
                    System.out.println("cut " + ConnectionCutter.cutAll());
                }
                order = orders.readLine();
            }
        } catch (Throwable e) {
            System.err.println("cannot follow orders: " + e);
        }
        Runtime.getRuntime().halt(1);
    }

    private void runAll() throws InterruptedException {
        long begin = System.nanoTime();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < settings.clients(); i++) {
            int client = settings.firstClient() + i;
            threads.add(new Thread(() -> run(client, begin), "client-" + client));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void run(int client, long begin) {
        RecordingClient recorder = new RecordingClient(
                client, namespace, history, new RecordingClient.Clocks(System::nanoTime, InstantSource.system()));
        HotDirectories work = new HotDirectories(new Random(settings.seed() * 1000 + client), client, settings.parts());
        long renewed = begin;
        for (int done = 0; done < settings.operations(); ) {
            if (System.nanoTime() - renewed > RENEWAL.toNanos()) {
                namespace.renewLease(work.holder());
                renewed = System.nanoTime();
            }
            FileOperation operation = work.next();
            done++;
            for (FileOperation next : work.after(operation, recorder.execute(operation))) {
                recorder.execute(next);
                done++;
            }
            if (done % BURST <= 1) {
                awaitBurst(begin, done);
            }
        }
    }

    private void awaitBurst(long begin, int done) {
        long bursts = done / BURST;
        long due = settings.over().toNanos() / settings.operations() * BURST * bursts;
        long wait = begin + due - System.nanoTime();
        if (wait > 0) {
            LockSupport.parkNanos(wait);
        }
    }
}
