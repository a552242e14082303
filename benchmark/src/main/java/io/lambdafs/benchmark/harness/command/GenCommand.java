package io.lambdafs.benchmark.harness.command;

import static java.util.Objects.requireNonNull;

import io.lambdafs.benchmark.harness.trace.TraceGenerator;
import io.lambdafs.benchmark.harness.workload.RunPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Writes a trace without running it. */
@Command(
        mixinStandardHelpOptions = true,
        sortOptions = false,
        name = "gen",
        description =
                "Writes a trace: the operations of an open load, and when each is due. 'run --load replay:FILE' performs exactly"
                        + " these on any file system.")
final class GenCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private final PlanOptions options = new PlanOptions();

    @Option(
            names = "--owner",
            paramLabel = "USER",
            description = "To whom files are given by chownFile and chownDir; default the user of this program.")
    private String owner = System.getProperty("user.name", "");

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "The trace.")
    private @Nullable Path file;

    @Override
    public Integer call() throws IOException {
        options.read();
        RunPlan plan = options.plan();
        if (options.replay().isPresent() || plan.load().isClosed()) {
            throw new IllegalArgumentException(
                    "a trace needs an open load, because it says when operations are due: write --load const:R, for example");
        }
        long lines = new TraceGenerator(plan, owner).write(requireNonNull(file, "file"));
        requireNonNull(spec, "spec").commandLine().getOut().println(lines + " operations are in " + file);
        return 0;
    }
}
