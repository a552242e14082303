package io.lambdafs.benchmark.harness.command;

import static java.util.Objects.requireNonNull;

import io.lambdafs.benchmark.harness.trace.Trace;
import io.lambdafs.benchmark.harness.workload.RunPlan;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs a workload and measures it. */
@Command(
        mixinStandardHelpOptions = true,
        sortOptions = false,
        name = "run",
        description =
                "Runs a workload on a file system, measures it, and compares the namespace afterwards with what it has to be.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:all is well",
            "1:operations failed, the namespace is wrong, or --slo was missed",
            "2:an option or a file is wrong",
            "3:the clients themselves may have been what was slow",
            "4:the machine was not quiet (--noise-gate)"
        })
final class RunCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private final PlanOptions options = new PlanOptions();

    @Mixin
    private final ExecutionOptions execution = new ExecutionOptions();

    @Mixin
    private final AgentOptions agents = new AgentOptions();

    @Override
    public Integer call() throws IOException, InterruptedException {
        options.read();
        RunPlan plan = options.plan();
        Optional<Trace> trace = Optional.empty();
        if (options.replay().isPresent()) {
            trace = Optional.of(Trace.read(options.replay().get()));
            plan = Replay.plan(plan, trace.get());
        }
        plan = execution.timed(plan);
        return new Execution(
                        plan,
                        options.faults(),
                        execution,
                        requireNonNull(spec, "spec").commandLine().getOut())
                .run(agents.workers(plan, trace))
                .status();
    }
}
