package io.lambdafs.benchmark.harness.command;

import static java.util.Objects.requireNonNull;

import io.lambdafs.benchmark.harness.imported.DriverFile;
import io.lambdafs.benchmark.harness.imported.ImportedRun;
import io.lambdafs.benchmark.harness.workload.RunPlan;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs what a workload file of the λFS paper's driver describes. */
@Command(
        mixinStandardHelpOptions = true,
        sortOptions = false,
        name = "lbu",
        description =
                "Runs what a workload.yaml of the λFS paper's driver describes. With its seed, 0, the load is the paper's.")
final class DriverCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The driver's workload.yaml.")
    private @Nullable Path file;

    @Mixin
    private final TargetOptions target = new TargetOptions();

    @Option(
            names = "--vms",
            paramLabel = "N",
            description =
                    "How many machines with clients the run stands for: the file has the clients of one. Default 1; the paper has 8.")
    private int machines = 1;

    @Mixin
    private final ExecutionOptions execution = new ExecutionOptions();

    @Mixin
    private final AgentOptions agents = new AgentOptions();

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (machines < 1) {
            throw new IllegalArgumentException("--vms is " + machines + ": write 1 or more");
        }
        PrintWriter out = requireNonNull(spec, "spec").commandLine().getOut();
        ImportedRun run = DriverFile.read(requireNonNull(file, "file"), target.target(), machines, target.base());
        run.notes().forEach(note -> out.println("note: " + note));
        RunPlan plan = execution.timed(run.plan());
        return new Execution(plan, run.faults(), execution, out)
                .run(agents.workers(plan, Optional.empty()))
                .status();
    }
}
