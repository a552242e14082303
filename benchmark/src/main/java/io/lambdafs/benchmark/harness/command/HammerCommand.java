package io.lambdafs.benchmark.harness.command;

import static java.util.Objects.requireNonNull;

import io.lambdafs.benchmark.harness.engine.FileSystems;
import io.lambdafs.benchmark.harness.imported.HammerFile;
import io.lambdafs.benchmark.harness.imported.HammerLine;
import io.lambdafs.benchmark.harness.imported.ImportedRun;
import io.lambdafs.benchmark.harness.result.RunResult;
import io.lambdafs.benchmark.harness.workload.RunPlan;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.FileSystem;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs what a file of hammer-bench describes, and prints its result lines. */
@Command(
        mixinStandardHelpOptions = true,
        sortOptions = false,
        name = "hammer",
        description =
                "Runs what a master.properties of hammer-bench describes, and prints the lines of its hopsresults.txt.")
final class HammerCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "hammer-bench's master.properties.")
    private @Nullable Path file;

    @Option(names = "--fs", paramLabel = "URI", description = "The file system; default fs.defaultFS of the file.")
    private String uri = "";

    @Option(
            names = "--fs-shared",
            description = "Has all clients of a process share a FileSystem object; hammer-bench's threads do not.")
    private boolean shared;

    @Mixin
    private final ExecutionOptions execution = new ExecutionOptions();

    @Mixin
    private final AgentOptions agents = new AgentOptions();

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path given = requireNonNull(file, "file");
        PrintWriter out = requireNonNull(spec, "spec").commandLine().getOut();
        ImportedRun run = HammerFile.read(given, uri, !shared);
        run.notes().forEach(note -> out.println("note: " + note));
        RunPlan plan = execution.timed(run.plan());
        HammerLine.NameNodes nameNodes =
                new HammerLine.NameNodes(HammerFile.expectedNameNodes(given), aliveNameNodes(plan));
        RunResult result =
                new Execution(plan, run.faults(), execution, out).run(agents.workers(plan, Optional.empty()));
        List<String> lines = HammerResults.lines(plan.work().phases(), result.phases(), nameNodes);
        lines.forEach(out::println);
        HammerResults.write(execution.out(), lines);
        return result.status();
    }

    private static int aliveNameNodes(RunPlan plan) throws IOException {
        try (FileSystem fs = FileSystems.connect(plan.target())) {
            return HammerResults.aliveNameNodes(fs);
        }
    }
}
