package io.lambdafs.benchmark.faas;

import io.lambdafs.benchmark.faas.Workers.Piece;
import io.lambdafs.benchmark.faas.Workers.Throughput;
import io.lambdafs.faas.ipc.IpcServer;
import io.lambdafs.faas.ipc.IpcSettings;
import io.lambdafs.faas.ipc.Preload;
import io.lambdafs.faas.posix.VolumeFiles;
import io.lambdafs.faas.run.FunctionRun;
import io.lambdafs.faas.run.Retries;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.volume.CacheUpdate;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * TPC-C on SQLite, unmodified: each function has a home warehouse and a process of its own, and each transaction of TPC-C is one
 * invocation. All functions use one database, so that SQLite's own counter of changes, which every change writes, makes any two that change
 * something a conflict.
 */
final class Tpcc {
    /** Of the mix, so many parts of a hundred are new orders, which are what counts. */
    private static final double NEW_ORDERS = 0.45;

    private static final String MOUNT = "/mnt/tpcc";
    private static final int MOST_RETRIES = 1_000;

    private final StoreConfig store;
    private final Path work;
    private final Workers workers;
    private final Path script;

    Tpcc(StoreConfig store, Path work, Workers workers) throws IOException {
        this.store = store;
        this.work = work;
        this.workers = workers;
        this.script = work.resolve("tpcc.py");
        try (InputStream in = Tpcc.class.getResourceAsStream("tpcc.py")) {
            if (in == null) {
                throw new IOException("the program has no source");
            }
            Files.write(script, in.readAllBytes());
        }
    }

    /** New orders a minute, from the throughput of all transactions. */
    static double tpmC(Throughput transactions) {
        return transactions.perSecond() * 60 * NEW_ORDERS;
    }

    /** On a local directory, by so many processes, which SQLite's locks keep apart. */
    Throughput local(int processes) throws IOException, InterruptedException {
        String database = work.resolve("tpcc-" + processes + ".db").toString();
        Deque<AutoCloseable> opened = new ArrayDeque<>();
        try {
            List<Workers.Step> steps = new ArrayList<>();
            for (int i = 0; i < processes; i++) {
                TpccProgram program = new TpccProgram(script, database, Map.of());
                opened.push(program);
                if (i == 0) {
                    program.ask("load " + processes);
                }
                int warehouse = i + 1;
                steps.add(random -> {
                    program.ask("run " + warehouse + " " + random.nextInt(Integer.MAX_VALUE));
                    return new Piece(1, 1);
                });
            }
            Throughput done = workers.measure(steps);
            ((TpccProgram) opened.getLast()).ask("check");
            return done;
        } finally {
            closeAll(opened);
        }
    }

    /** On a volume, by so many functions. */
    Throughput onVolume(int functions, CacheUpdate update) throws IOException, InterruptedException {
        Preload library = Preload.build();
        Deque<AutoCloseable> opened = new ArrayDeque<>();
        try {
            Instances instances = new Instances(store);
            opened.push(instances);
            List<Function> all = new ArrayList<>();
            for (int i = 0; i < functions; i++) {
                all.add(function(instances.instance(update, MOUNT), library, opened));
            }
            all.get(0).invoke("load " + functions);
            List<Workers.Step> steps = new ArrayList<>();
            for (int i = 0; i < functions; i++) {
                Function function = all.get(i);
                int warehouse = i + 1;
                steps.add(random ->
                        new Piece(1, function.invoke("run " + warehouse + " " + random.nextInt(Integer.MAX_VALUE))));
            }
            Throughput done = workers.measure(steps);
            all.get(0).invoke("check");
            return done;
        } finally {
            closeAll(opened);
        }
    }

    private Function function(VolumeFiles files, Preload library, Deque<AutoCloseable> opened) throws IOException {
        IpcServer server = IpcServer.start(files, MOUNT, IpcSettings.defaults());
        opened.push(server);
        TpccProgram program = new TpccProgram(script, MOUNT + "/tpcc.db", library.environment(server, System.getenv()));
        opened.push(program);
        return new Function(files, program);
    }

    /** A function instance with its process, which stays from one invocation to the next. */
    private record Function(VolumeFiles files, TpccProgram program) {
        /** One invocation; returns how often it ran. */
        int invoke(String request) throws IOException, InterruptedException {
            int[] runs = {0};
            Retries retries = Retries.defaults().withMost(MOST_RETRIES);
            return new FunctionRun(files, retries, RandomGenerator.getDefault()).run(() -> {
                runs[0]++;
                try {
                    program.ask(request);
                } catch (IOException e) {
                    if (!files.mustRunAgain()) {
                        throw e;
                    }
                    // What it could not read is why it failed.
                }
                return new FunctionRun.Result<>(runs[0], true);
            });
        }
    }

    private static void closeAll(Deque<AutoCloseable> opened) throws IOException {
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (IOException | RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IOException("cannot be closed", e);
            }
        }
    }
}
