package io.lambdafs.benchmark.harness.engine;

import io.lambdafs.benchmark.harness.arrival.Arrivals;
import io.lambdafs.benchmark.harness.arrival.Dispenser;
import io.lambdafs.benchmark.harness.expected.Conventions;
import io.lambdafs.benchmark.harness.expected.ExpectedNamespace;
import io.lambdafs.benchmark.harness.operation.PathOperation;
import io.lambdafs.benchmark.harness.operation.Performer;
import io.lambdafs.benchmark.harness.result.Count;
import io.lambdafs.benchmark.harness.result.ErrorCounts;
import io.lambdafs.benchmark.harness.result.PhaseResult;
import io.lambdafs.benchmark.harness.trace.Trace;
import io.lambdafs.benchmark.harness.trace.TraceLine;
import io.lambdafs.benchmark.harness.workload.GeneratedOperations;
import io.lambdafs.benchmark.harness.workload.Mix;
import io.lambdafs.benchmark.harness.workload.Phase;
import io.lambdafs.benchmark.harness.workload.RunPlan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.apache.hadoop.fs.FileSystem;

/** The clients of this process, each with a thread of its own. For one thread. */
public final class LocalWorker implements Worker {
    private static final long GRACE_NANOS = TimeUnit.MINUTES.toNanos(10);
    private static final long PREPARE_NANOS = TimeUnit.HOURS.toNanos(4);

    private final RunPlan plan;
    private final Share share;
    private final Optional<Trace> trace;
    private final OperationLog log;
    private final FileSystems connections;
    private final List<Client> clients = new ArrayList<>();

    /**
     * Clients that are not connected yet.
     *
     * @param trace what they replay; if there is none, dice decide
     * @param log takes each operation that they perform, except in the warm-up
     */
    public LocalWorker(RunPlan plan, Share share, Optional<Trace> trace, OperationLog log) {
        this.plan = plan;
        this.share = share;
        this.trace = trace;
        this.log = log;
        this.connections = new FileSystems(plan.target());
    }

    @Override
    public void prepare() throws IOException, InterruptedException {
        String owner = trace.isPresent() ? "" : owner(connections.forClient(share.index()));
        List<List<PathOperation>> initial = new ArrayList<>();
        for (int i = 0; i < plan.clients(); i++) {
            if (!share.has(i)) {
                continue;
            }
            Performer performer = new Performer(connections.forClient(i));
            if (trace.isPresent()) {
                initial.add(
                        trace.get().before(i).stream().map(TraceLine::operation).toList());
                clients.add(new Client(
                        i, new ReplayedOperations(plan.base(), trace.get().during(i)), performer, Ticker.SYSTEM));
            } else {
                GeneratedOperations source = new GeneratedOperations(plan.client(i, owner));
                initial.add(source.initial(plan.work().subtrees()));
                clients.add(new Client(i, source, performer, Ticker.SYSTEM));
            }
        }
        ClientThreads.run(
                clients.size(),
                index -> {
                    for (PathOperation operation : initial.get(index)) {
                        clients.get(index).performBefore(operation, log);
                    }
                    return 0;
                },
                PREPARE_NANOS);
    }

    /** Whom files belong to that this process makes. */
    private String owner(FileSystem fs) throws IOException {
        return Conventions.of(fs, plan.base() + "/conventions" + share.index()).owner();
    }

    @Override
    public void warmUp() throws IOException, InterruptedException {
        long nanos = plan.times().warmUpNanos();
        if (nanos == 0 || trace.isPresent()) {
            return;
        }
        Phase first = plan.work().phases().get(0);
        begin(
                GeneratedOperations.WARM_UP,
                client -> first.mix(client, plan.clients()).reads());
        Books books = new Books(nanos, plan.times().intervalNanos());
        Client.Schedule schedule = new Client.Schedule(
                Ticker.SYSTEM.nanos(), nanos, 0, plan.times().warmUpOperations(), 0);
        ClientThreads.run(
                clients.size(),
                index -> clients.get(index)
                        .run(
                                DueTimes.CLOSED,
                                schedule,
                                new Client.Books(
                                        new ClientRecorder(), books.seconds, books.errors, OperationLog.NONE, () -> 0)),
                nanos + GRACE_NANOS);
    }

    private void begin(int phase, IntFunction<Mix> mixes) {
        for (Client client : clients) {
            if (client.source() instanceof GeneratedOperations generated) {
                generated.begin(phase, mixes.apply(client.number()));
            }
        }
    }

    /** What the clients of a phase write into together. */
    private static final class Books {
        private final SecondRecorder seconds;
        private final ErrorCounts errors = new ErrorCounts();

        Books(long nanos, long intervalNanos) {
            this.seconds = new SecondRecorder(nanos, intervalNanos);
        }
    }

    @Override
    public PhaseResult run(int number, long delayNanos) throws IOException, InterruptedException {
        Phase phase = plan.work().phases().get(number);
        begin(number, client -> phase.mix(client, plan.clients()));
        boolean closed = trace.isEmpty() && plan.load().isClosed();
        long drain = closed ? 0 : plan.times().drainNanos();
        long begin = Ticker.SYSTEM.nanos() + delayNanos;
        Books books = new Books(phase.nanos() + drain, plan.times().intervalNanos());
        Client.Schedule schedule = new Client.Schedule(
                begin, phase.nanos(), closed ? 0 : drain, phase.operationsPerClient(), offset(number));
        Supplier<Arrivals> arrivals = () -> plan.load().arrivals(plan.seed()).share(share.index(), share.count());
        Dispenser dispenser =
                new Dispenser(arrivals, plan.rollover(), now -> books.seconds.count(Count.DROPPED, now, 1));
        List<ClientRecorder> recorders = new ArrayList<>();
        clients.forEach(client -> recorders.add(new ClientRecorder()));
        Gauges gauges = Gauges.from(begin, plan.times().intervalNanos());
        PhaseResult result = new PhaseResult(phase.name(), plan.times().intervalNanos());
        long last;
        try (ClientRetries retries = ClientRetries.watch()) {
            last = ClientThreads.run(
                    clients.size(),
                    index -> clients.get(index)
                            .run(
                                    pace(clients.get(index), closed, dispenser),
                                    schedule,
                                    new Client.Books(
                                            recorders.get(index),
                                            books.seconds,
                                            books.errors,
                                            log,
                                            retries.ofThisThread())),
                    delayNanos + phase.nanos() + drain + GRACE_NANOS);
            recorders.forEach(recorder -> recorder.addTo(result, retries.areKnown()));
        }
        books.seconds.addTo(result);
        books.errors.all().forEach(result.errors()::add);
        gauges.addTo(result);
        offered(result, closed, arrivals.get(), phase);
        result.took(closed ? last : Math.max(last, phase.nanos()));
        result.trim();
        return result;
    }

    private static DueTimes pace(Client client, boolean closed, Dispenser dispenser) {
        if (client.source() instanceof ReplayedOperations replayed) {
            return replayed;
        }
        return closed ? DueTimes.CLOSED : dispenser::take;
    }

    /** How many operations became due in each interval. */
    private void offered(PhaseResult result, boolean closed, Arrivals arrivals, Phase phase) {
        if (closed) {
            result.seconds().forEach(second -> second.add(Count.OFFERED, second.get(Count.STARTED)));
        } else if (trace.isPresent()) {
            for (Client client : clients) {
                trace.get().during(client.number()).forEach(line -> count(result, line.dueNanos(), phase));
            }
        } else {
            for (long due = arrivals.next(); due < phase.nanos(); due = arrivals.next()) {
                count(result, due, phase);
            }
        }
    }

    private static void count(PhaseResult result, long due, Phase phase) {
        if (due < phase.nanos()) {
            result.second((int) (due / result.intervalNanos())).add(Count.OFFERED, 1);
        }
    }

    /** When a phase begins, after the beginning of the first one. */
    private long offset(int phase) {
        return plan.work().phases().subList(0, phase).stream()
                .mapToLong(before -> before.nanos() + plan.times().drainNanos())
                .sum();
    }

    @Override
    public double ceiling(int phase) throws IOException, InterruptedException {
        return Ceiling.measure(plan, share, plan.work().phases().get(phase));
    }

    @Override
    public ExpectedNamespace expected() {
        ExpectedNamespace all = new ExpectedNamespace(plan.base());
        for (Client client : clients) {
            if (client.source() instanceof GeneratedOperations generated) {
                all.addAll(generated.expected());
            } else if (client.source() instanceof ReplayedOperations replayed) {
                all.addAll(replayed.expected());
            }
        }
        return all;
    }

    @Override
    public void endLog() {}

    @Override
    public void close() throws IOException {
        connections.close();
    }
}
