package io.lambdafs.benchmark.harness.command;

import static java.util.Objects.requireNonNull;

import io.lambdafs.benchmark.harness.engine.FileSystems;
import io.lambdafs.benchmark.harness.engine.Runner;
import io.lambdafs.benchmark.harness.expected.NamespaceCheck;
import io.lambdafs.benchmark.harness.result.ResultFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.FileSystem;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Compares a namespace with what an earlier run, which kept its files, must have left, or with what was prepared. */
@Command(
        mixinStandardHelpOptions = true,
        name = "verify",
        description =
                "Compares the namespace with what a run with --keep must have left, or prepare with --out has made. Ends with 1 if it is another.")
final class VerifyCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private final TargetOptions target = new TargetOptions();

    @Option(
            names = "--result",
            required = true,
            paramLabel = "DIR",
            description = "The directory of the run's results, or the --out of prepare.")
    private @Nullable Path result;

    @Override
    public Integer call() throws IOException {
        try (FileSystem fs = FileSystems.connect(target.target())) {
            ResultFiles files = new ResultFiles(requireNonNull(result, "result"));
            NamespaceCheck check = Runner.verify(fs, files.readExpected());
            requireNonNull(spec, "spec").commandLine().getOut().println(describe(check));
            return check.isRight() ? 0 : 1;
        }
    }

    /** A comparison in words. */
    static String describe(NamespaceCheck check) {
        String numbers = check.found() + " paths, digest " + check.digest() + ", " + check.unsure()
                + " unsure because their operation failed";
        if (check.isRight()) {
            return "as it has to be: " + numbers;
        }
        return "WRONG: " + check.missing() + " paths are missing, " + check.extra()
                + " are there that nobody made, and " + check.different() + " are different, of " + numbers + "\n  "
                + String.join("\n  ", check.examples());
    }
}
