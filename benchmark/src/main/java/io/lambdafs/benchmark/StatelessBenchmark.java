package io.lambdafs.benchmark;

import io.lambdafs.benchmark.process.Platform;
import io.lambdafs.benchmark.process.ProcessFigures;
import io.lambdafs.benchmark.process.ServerProcesses;
import io.lambdafs.benchmark.verdict.Target;
import io.lambdafs.benchmark.verdict.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/**
 * The program: measures single operations against a running stack whose NameNodes keep no cache, by HTTP and by TCP.
 *
 * <p>Reads the output of {@code lambdafs status} from its standard input, and where the stack is from Hadoop's
 * configuration. The script {@code benchmark/run} makes a stack and calls it.
 */
public final class StatelessBenchmark {
    private static final int ROUNDS = 5;
    private static final long ROUND_NANOS = Duration.ofMillis(400).toNanos();
    private static final int COLD_STARTS = 12;

    private final Report report = new Report(System.out);
    private final FigureLines lines = new FigureLines();
    private final ProcessFigures processes = new ProcessFigures(Path.of("/proc"));
    private final Platform platform;
    private final CpuMeter meter;
    private final Map<Transport, FileSystem> clients = new EnumMap<>(Transport.class);

    private StatelessBenchmark(Platform platform, ServerProcesses servers) {
        this.platform = platform;
        this.meter = new CpuMeter(processes, servers, platform);
    }

    /** Takes no arguments, or the name of a file that gets the figures as comma-separated values. */
    public static void main(String[] args) throws IOException, InterruptedException {
        String status = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
        Configuration configuration = new Configuration();
        Platform platform = new Platform(
                configuration.get("lambdafs.client.openwhisk.url", "http://127.0.0.1:3233"),
                configuration.get("lambdafs.client.openwhisk.auth", ""));
        StatelessBenchmark benchmark = new StatelessBenchmark(platform, ServerProcesses.ofStatusTable(status));
        List<Target> targets = benchmark.run();
        if (args.length == 1) {
            benchmark.lines.write(Path.of(args[0]));
        }
        System.exit(Verdict.of(targets, System.out).status());
    }

    private List<Target> run() throws IOException, InterruptedException {
        for (Transport transport : Transport.values()) {
            clients.put(transport, transport.open());
        }
        try {
            BenchmarkTree.make(client(Transport.TCP));
            List<Comparison> comparisons = List.of(compare(1), compare(8));
            long resident = residentMb();
            ColdStarts starts = new ColdStarts(platform, client(Transport.HTTP));
            starts.run(COLD_STARTS);
            report.print(starts);
            comparisons.forEach(lines::add);
            lines.add(starts);
            return targets(comparisons.get(0), starts, resident);
        } finally {
            for (FileSystem client : clients.values()) {
                client.close();
            }
        }
    }

    private Comparison compare(int count) throws IOException, InterruptedException {
        meter.lookForInstances();
        try (Callers callers = new Callers(count, ROUND_NANOS, meter)) {
            Comparison comparison = new Comparison(clients, callers);
            comparison.run(ROUNDS);
            report.print(comparison);
            return comparison;
        }
    }

    private long residentMb() throws IOException, InterruptedException {
        return platform.instances().stream()
                .mapToLong(instance -> processes.residentMb(instance.pid()))
                .max()
                .orElse(0);
    }

    private static List<Target> targets(Comparison oneCaller, ColdStarts starts, long residentMb) {
        double fromSpawn = starts.median(ColdStarts.ColdStart::fromSpawn);
        return List.of(
                Target.atMost("stat by TCP, 1 caller, p50", statMicros(oneCaller, Transport.TCP), 250, "µs"),
                Target.atMost("stat by HTTP, 1 caller, p50", statMicros(oneCaller, Transport.HTTP) / 1000, 5, "ms"),
                Target.atMost("cold start, spawn to answer, p50", fromSpawn, 500, "ms"),
                Target.atMost("largest instance after load, RSS", (double) residentMb, 150, "MB"));
    }

    private static double statMicros(Comparison comparison, Transport transport) {
        return comparison.of(transport, Operation.STAT).percentileMicros(50);
    }

    private FileSystem client(Transport transport) {
        FileSystem client = clients.get(transport);
        if (client == null) {
            throw new IllegalStateException("no client for " + transport);
        }
        return client;
    }
}
