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
import picocli.CommandLine.Option;
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

    @Option(names = "--html", description = "Writes report.html. Without --html and --csv everything is written.")
    private boolean html;

    @Option(names = "--csv", description = "Writes the tables and histograms.")
    private boolean csv;

    @Override
    public Integer call() throws IOException {
        for (Path directory : directories) {
            ResultFiles files = new ResultFiles(directory);
            RunResult result = files.read();
            boolean all = html == csv;
            if (all || csv) {
                files.writeTables(result);
            }
            if (all || html) {
                writePage(files, result);
            }
            if (all) {
                GnuplotFiles.write(directory, result);
            }
            requireNonNull(spec, "spec")
                    .commandLine()
                    .getOut()
                    .println(all || html ? directory.resolve(REPORT) : directory.resolve("ops.csv"));
        }
        return 0;
    }

    private static void writePage(ResultFiles files, RunResult result) throws IOException {
        Files.writeString(files.directory().resolve(REPORT), HtmlReport.of(result));
    }

    /** Writes the report beside the other files of a run. */
    static void write(ResultFiles files, RunResult result) throws IOException {
        writePage(files, result);
        GnuplotFiles.write(files.directory(), result);
    }
}
