package io.lambdafs.benchmark.harness.command;

import static java.util.Objects.requireNonNull;

import io.lambdafs.benchmark.harness.report.GnuplotFiles;
import io.lambdafs.benchmark.harness.report.HtmlReport;
import io.lambdafs.benchmark.harness.result.ResultFiles;
import io.lambdafs.benchmark.harness.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes the report of runs from their files. */
@Command(
        mixinStandardHelpOptions = true,
        name = "report",
        description =
                "Writes report.html, the tables and the data for gnuplot anew from what runs have measured, without running anything.")
final class ReportCommand implements Callable<Integer> {
    private static final String REPORT = "report.html";

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "DIR", description = "Directories of results.")
    private List<Path> directories = new ArrayList<>();

    @Override
    public Integer call() throws IOException {
        for (Path directory : directories) {
            ResultFiles files = new ResultFiles(directory);
            RunResult result = files.read();
            files.writeTables(result);
            write(files, result);
            requireNonNull(spec, "spec").commandLine().getOut().println(directory.resolve(REPORT));
        }
        return 0;
    }

    /** Writes the report beside the other files of a run. */
    static Path write(ResultFiles files, RunResult result) throws IOException {
        Path report = files.directory().resolve(REPORT);
        Files.writeString(report, HtmlReport.of(result));
        GnuplotFiles.write(files.directory(), result);
        return report;
    }
}
