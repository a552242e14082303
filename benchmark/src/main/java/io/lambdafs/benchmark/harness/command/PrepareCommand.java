package io.lambdafs.benchmark.harness.command;

import static java.util.Objects.requireNonNull;

import io.lambdafs.benchmark.harness.engine.FileSystems;
import io.lambdafs.benchmark.harness.engine.LocalWorker;
import io.lambdafs.benchmark.harness.engine.OperationLog;
import io.lambdafs.benchmark.harness.engine.Runner;
import io.lambdafs.benchmark.harness.engine.Share;
import io.lambdafs.benchmark.harness.expected.ExpectedNamespace;
import io.lambdafs.benchmark.harness.expected.NamespaceCheck;
import io.lambdafs.benchmark.harness.machine.WatchedServers;
import io.lambdafs.benchmark.harness.result.ResultFiles;
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
import picocli.CommandLine.Spec;

/** Makes the tree of a run and prints its digest. */
@Command(
        mixinStandardHelpOptions = true,
        sortOptions = false,
        name = "prepare",
        description =
                "Makes the directories and files that a run with the same options begins with, and prints the digest of them."
                        + " The same options, --seed among them, make the same tree on every file system.")
final class PrepareCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private final PlanOptions options = new PlanOptions();

    @Option(
            names = "--files",
            paramLabel = "N",
            description =
                    "Makes N files in the trees of all clients together, as --tree total=N does. Those of --tree shared come besides.")
    private @Nullable Integer files;

    @Option(names = "--out", paramLabel = "DIR", description = "Writes there what was made, for 'verify --result DIR'.")
    private @Nullable Path out;

    @Option(names = "--overwrite", description = "Removes what is in the base directory before.")
    private boolean overwrite;

    private RunPlan plan() throws IOException {
        options.read();
        RunPlan plan = options.plan();
        if (files == null) {
            return plan;
        }
        if (files < 1) {
            throw new IllegalArgumentException("--files is " + files + ": write 1 or more");
        }
        return plan.with(plan.work().tree().withTotal(files));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        RunPlan plan = plan();
        PrintWriter printer = requireNonNull(spec, "spec").commandLine().getOut();
        try (FileSystem fs = FileSystems.connect(plan.target());
                LocalWorker worker = new LocalWorker(plan, Share.ALL, Optional.empty(), OperationLog.NONE)) {
            Runner.clear(fs, plan.base(), overwrite);
            Runner runner = new Runner(plan, List.of(worker), List.of(), WatchedServers.NONE, printer::println);
            runner.prepare();
            ExpectedNamespace expected = runner.expected();
            if (out != null) {
                new ResultFiles(out).writeExpected(expected);
            }
            NamespaceCheck check = Runner.verify(fs, expected);
            printer.println(VerifyCommand.describe(check));
            return check.isRight() ? 0 : 1;
        }
    }
}
