package io.lambdafs.benchmark.elastic;

import io.lambdafs.benchmark.cost.Cost;
import io.lambdafs.benchmark.load.LoadNamespace;
import io.lambdafs.benchmark.open.ClientSecond;
import io.lambdafs.benchmark.open.RunSummary;
import io.lambdafs.benchmark.open.Schedule;
import io.lambdafs.benchmark.process.ChildProcess;
import io.lambdafs.benchmark.process.ProcessFigures;
import io.lambdafs.benchmark.stack.ServerSampler;
import io.lambdafs.benchmark.stack.ServerSecond;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A process whose callers carry a load. */
final class LoadProcess implements AutoCloseable {
    private static final Duration TO_START = Duration.ofMinutes(1);
    private static final Duration TO_PREPARE = Duration.ofMinutes(5);
    /** From the command to the beginning of a run, in which callers get ready. */
    private static final int HEADROOM_MILLIS = 1_500;

    private static final int DIRECTORIES = 64;
    private static final int FILES = 16;

    private final Lab lab;
    private final ElasticStack stack;
    private final ChildProcess process;
    private final ProcessFigures figures = new ProcessFigures(Path.of("/proc"));

    private LoadProcess(Lab lab, ElasticStack stack, ChildProcess process) {
        this.lab = lab;
        this.stack = stack;
        this.process = process;
    }

    /** Waits until it is ready. */
    static LoadProcess of(Lab lab, ElasticStack stack, ChildProcess process) throws IOException, InterruptedException {
        try {
            process.answer(TO_START);
        } catch (IOException | InterruptedException e) {
            process.close();
            throw e;
        }
        return new LoadProcess(lab, stack, process);
    }

    /** Makes the tree that all callers of this process use, and reads all of it once. */
    void makeTree() throws IOException, InterruptedException {
        process.ask("tree tree" + process.pid() + " " + DIRECTORIES + " " + FILES, TO_PREPARE);
        process.ask("sweep", TO_PREPARE);
    }

    /** Runs a load, and works off for some seconds what is left of it then. */
    Run run(String name, String work, int callers, Schedule schedule, int drainSeconds)
            throws IOException, InterruptedException {
        return during(name, work, callers, schedule, drainSeconds, beginMillis -> List.of());
    }

    /** Something that goes on beside a run; returns what it did. */
    @FunctionalInterface
    interface Beside {
        List<Run.Event> act(long beginMillis) throws IOException, InterruptedException;
    }

    /** The same, with something that goes on beside it. */
    Run during(String name, String work, int callers, Schedule schedule, int drainSeconds, Beside beside)
            throws IOException, InterruptedException {
        String load = work + ", " + callers + " callers, " + schedule;
        lab.say(name + ": " + load);
        long begin = System.currentTimeMillis() + HEADROOM_MILLIS;
        Path file = lab.options().work().resolve(name + ".seconds");
        Duration patience = Duration.ofSeconds(2L * (schedule.seconds() + drainSeconds) + 180);
        try (ServerSampler sampler =
                ServerSampler.from(begin, stack.platform(), stack.servers(), figures, process.pid())) {
            process.say("run " + work + " " + callers + " " + begin + " " + schedule + " " + drainSeconds + " " + file);
            List<Run.Event> events = beside.act(begin);
            RunSummary summary = RunSummary.parse(process.answer(patience));
            List<Run.Row> rows = new ArrayList<>();
            Cost cost = stack.cost();
            for (ClientSecond second : ClientSecond.read(file)) {
                ServerSecond server = sampler.second(second.second());
                rows.add(new Run.Row(
                        second,
                        server,
                        cost.payPerUse(server.working(), second.http()),
                        cost.provisioned(server.present())));
            }
            Run run = new Run(name, load, summary, withoutRest(rows, schedule), events);
            lab.say(String.format(
                    Locale.ROOT,
                    "%s: %d of %d done, %d failed%s; p50 %.1f ms, p99 %.1f ms; at most %.0f instances; others used %.0f"
                            + " millicores",
                    name,
                    summary.completed(),
                    summary.due(),
                    summary.failed(),
                    summary.error().isEmpty() ? "" : " (" + summary.error() + ")",
                    summary.p50Micros() / 1e3,
                    summary.p99Micros() / 1e3,
                    run.most(row -> row.server().present()),
                    run.foreignCpuMillis()));
            return run;
        }
    }

    /** Leaves out the seconds after the schedule in which nothing happened any more. */
    private static List<Run.Row> withoutRest(List<Run.Row> rows, Schedule schedule) {
        int end = rows.size();
        while (end > schedule.seconds()
                && rows.get(end - 1).client().completed() == 0
                && rows.get(end - 1).client().failed() == 0) {
            end--;
        }
        return rows.subList(0, end);
    }

    /** Compares the namespace with the answers that all callers got. */
    LoadNamespace verify() throws IOException, InterruptedException {
        String[] words = process.ask("verify", TO_PREPARE).split(" ", -1);
        LoadNamespace found = new LoadNamespace(
                Integer.parseInt(words[0]),
                Integer.parseInt(words[1]),
                Integer.parseInt(words[2]),
                Integer.parseInt(words[3]));
        lab.say("namespace: " + found.expected() + " entries, lost " + found.lost() + ", too much " + found.extra()
                + ", unsure " + found.unsure());
        return found;
    }

    /** One call, in milliseconds. */
    double onceMillis() throws IOException, InterruptedException {
        return Long.parseLong(process.ask("once", TO_START)) / 1e6;
    }

    @Override
    public void close() {
        process.close();
    }
}
