package io.lambdafs.benchmark.compare;

import io.lambdafs.benchmark.verdict.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The program: compares λFS with itself, with HDFS and with a bare echo. The script {@code benchmark/run} calls it. */
public final class Compare {
    static final List<String> READS = List.of("stat", "open", "ls");
    static final List<String> WRITES = List.of("create", "mkdirs");
    static final List<Integer> MANY_CALLERS = List.of(8, 64);
    private static final List<Integer> CALLERS = List.of(1, 8, 64);

    private final Plan plan;
    private final Results results;
    private final Measurement measurement;
    private final List<SystemUnderTest> fileSystems;
    private final SystemUnderTest echo;

    private Compare(Plan plan, Results results, List<SystemUnderTest> fileSystems, SystemUnderTest echo) {
        this.plan = plan;
        this.results = results;
        this.measurement = new Measurement(plan, results);
        this.fileSystems = List.copyOf(fileSystems);
        this.echo = echo;
    }

    /** Takes the arguments of {@link CompareOptions}. */
    public static void main(String[] args) throws IOException, InterruptedException {
        CompareOptions options = CompareOptions.parse(args);
        Systems systems = new Systems(options);
        List<SystemUnderTest> started = new ArrayList<>();
        Verdict verdict;
        try (Results results = new Results(options.out())) {
            for (CompareOptions.Stack stack : options.stacks()) {
                started.add(systems.lambdaFs(stack));
            }
            started.add(systems.hdfs());
            List<SystemUnderTest> fileSystems = List.copyOf(started);
            SystemUnderTest echo = systems.echo();
            started.add(echo);
            verdict = new Compare(options.plan(), results, fileSystems, echo).run();
        } finally {
            started.forEach(SystemUnderTest::close);
        }
        System.exit(verdict.status());
    }

    private Verdict run() throws IOException, InterruptedException {
        for (SystemUnderTest system : fileSystems) {
            measurement.progress(
                    "making " + plan.directories() + " directories × " + plan.files() + " files in " + system.name());
            system.keepAwake();
            system.makeTree(plan.directories(), plan.files());
        }
        // The caches last and not before: an instance that nobody asks for some seconds gives its cache up.
        for (int i = fileSystems.size() - 1; i >= 0; i--) {
            fileSystems.get(i).sweep();
        }
        List<SystemUnderTest> readers =
                Stream.concat(fileSystems.stream(), Stream.of(echo)).toList();
        for (int callers : CALLERS) {
            for (String read : READS) {
                measurement.measure(new Cell(read, callers), readers);
            }
            measurement.measure(new Cell("nothing", callers), fileSystems);
        }
        for (int callers : CALLERS) {
            measurement.measure(new Cell("mix", callers), fileSystems);
        }
        for (String write : WRITES) {
            measurement.measure(new Cell(write, 1), fileSystems);
        }
        return Verdict.of(Targets.of(results), System.out);
    }
}
