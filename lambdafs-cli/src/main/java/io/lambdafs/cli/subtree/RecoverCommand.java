package io.lambdafs.cli.subtree;

import io.lambdafs.client.subtree.SubtreeRecovery;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Merges what a client has left. */
@Command(
        mixinStandardHelpOptions = true,
        name = "recover",
        description =
                "Finishes a merge that has begun; or merges the journal that a client has left, and gives the subtree up.")
final class RecoverCommand implements Callable<Integer> {
    private final ClusterWork work;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "PATH", description = "The directory that was decoupled.")
    private @Nullable String directory;

    @Option(names = "--journal", paramLabel = "FILE", description = "A journal, of which nothing else need be here.")
    private @Nullable Path journal;

    RecoverCommand(Configuration configuration, PrintStream out) {
        work = new ClusterWork(configuration, out);
    }

    @Override
    public Integer call() throws IOException {
        ClusterWork.requireOne(spec, directory, journal, "PATH or --journal");
        return work.run(fs -> {
            if (journal != null) {
                work.merged("Recovered", SubtreeRecovery.recover(fs, journal));
            } else if (directory != null) {
                work.merged("Recovered", SubtreeRecovery.recover(fs, new org.apache.hadoop.fs.Path(directory)));
            }
        });
    }
}
