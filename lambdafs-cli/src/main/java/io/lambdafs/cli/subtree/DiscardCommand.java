package io.lambdafs.cli.subtree;

import io.lambdafs.client.subtree.SubtreeRecovery;
import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Gives a subtree up without a merge. */
@Command(
        mixinStandardHelpOptions = true,
        name = "discard",
        description =
                "Gives a decoupled subtree up. What was done below it and not merged is lost, with the data of files.")
final class DiscardCommand implements Callable<Integer> {
    private final ClusterWork work;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "PATH", description = "The directory that was decoupled.")
    private @Nullable String directory;

    @Option(
            names = "--number",
            paramLabel = "N",
            description = "The number that 'list' shows, if its directory is gone.")
    private @Nullable Long number;

    DiscardCommand(Configuration configuration, PrintStream out) {
        work = new ClusterWork(configuration, out);
    }

    @Override
    public Integer call() throws IOException {
        ClusterWork.requireOne(spec, directory, number, "PATH or --number");
        return work.run(fs -> {
            if (number != null) {
                SubtreeRecovery.discard(fs, number);
                work.line("The decoupled subtree %d is discarded", number);
            } else if (directory != null) {
                SubtreeRecovery.discard(fs, new Path(directory));
                work.line("%s is discarded: it is as it was before it was decoupled or last synced", directory);
            }
        });
    }
}
