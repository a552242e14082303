package io.lambdafs.cli.subtree;

import io.lambdafs.client.subtree.DecoupledSubtree;
import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Merges all and gives the subtree up. */
@Command(
        mixinStandardHelpOptions = true,
        name = "merge",
        description = "Merges what was done below a decoupled directory, which is an ordinary directory afterwards.")
final class MergeCommand implements Callable<Integer> {
    private final ClusterWork work;

    @Parameters(paramLabel = "PATH", description = "The directory that was decoupled.")
    private String directory = "";

    MergeCommand(Configuration configuration, PrintStream out) {
        work = new ClusterWork(configuration, out);
    }

    @Override
    public Integer call() throws IOException {
        return work.run(fs -> {
            try (DecoupledSubtree subtree = DecoupledSubtree.open(fs, new Path(directory))) {
                work.merged("Merged", subtree.merge());
            }
        });
    }
}
