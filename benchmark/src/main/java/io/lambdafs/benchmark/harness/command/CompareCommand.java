package io.lambdafs.benchmark.harness.command;

import static java.util.Objects.requireNonNull;

import io.lambdafs.benchmark.harness.comparison.ComparisonPlan;
import io.lambdafs.benchmark.harness.comparison.ComparisonReport;
import io.lambdafs.benchmark.harness.comparison.ComparisonResult;
import io.lambdafs.benchmark.harness.comparison.RoundRunner;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Has several systems perform the same operations in turn, and compares what they took. */
@Command(
        mixinStandardHelpOptions = true,
        sortOptions = false,
        name = "compare",
        description =
                "Replays one trace on several systems, in rounds whose order changes, checks that all did the same, and compares them"
                        + " with the first one of the plan by ratios of the same round.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:all rounds count",
            "1:systems did not do the same, or one failed",
            "2:the plan is wrong",
            "3:the clients may have been what was slow",
            "4:the machine was not quiet in any attempt of a round"
        })
final class CompareCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "PLAN", description = "A plan in YAML.")
    private @Nullable Path file;

    @Option(names = "--out", required = true, paramLabel = "DIR", description = "Where the results go.")
    private @Nullable Path directory;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter printer = requireNonNull(spec, "spec").commandLine().getOut();
        Path out = requireNonNull(directory, "directory").toAbsolutePath();
        ComparisonPlan plan = ComparisonPlan.read(requireNonNull(file, "file"));
        Files.createDirectories(out);
        Path trace = plan.traceFile().map(Path::toAbsolutePath).orElse(out.resolve("trace.jsonl"));
        if (plan.traceFile().isEmpty()) {
            List<String> options = new ArrayList<>(plan.trace());
            options.addAll(List.of("--out", trace.toString()));
            generate(options, printer);
        }
        ComparisonResult result = new RoundRunner(plan, BenchMain.class.getName(), trace, out, line -> {
                    printer.println(line);
                    printer.flush();
                })
                .run();
        ComparisonReport.write(out, result);
        ComparisonReport.lines(result).forEach(printer::println);
        printer.println("the report is " + out.resolve("report.html"));
        return result.status();
    }

    private static void generate(List<String> options, PrintWriter printer) throws IOException {
        GenCommand gen = new GenCommand();
        try {
            new CommandLine(gen).setOut(printer).parseArgs(options.toArray(String[]::new));
        } catch (CommandLine.ParameterException e) {
            throw new IllegalArgumentException("the trace of the plan: " + e.getMessage(), e);
        }
        gen.call();
    }
}
