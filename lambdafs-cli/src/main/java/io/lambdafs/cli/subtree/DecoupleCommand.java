package io.lambdafs.cli.subtree;

import io.lambdafs.client.subtree.DecoupledSubtree;
import io.lambdafs.client.subtree.SubtreeOptions;
import io.lambdafs.wire.subtree.SubtreePolicy;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Decouples a directory for processes of this machine that come after it. */
@Command(
        mixinStandardHelpOptions = true,
        name = "decouple",
        description = {
            "Decouples a directory as its policy says.",
            "What programs of this user on this machine do below it then goes to a journal on this machine's disk, until 'sync'"
                    + " or 'merge'."
        })
final class DecoupleCommand implements Callable<Integer> {
    private final ClusterWork work;

    @Parameters(index = "0", paramLabel = "PATH", description = "The directory.")
    private String directory = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "FILE",
            description = "A policy for this time, in place of the directory's.")
    private @Nullable Path file;

    @Option(
            names = "--inodes",
            paramLabel = "N",
            description = "How many files and directories may be made, in place of the policy's number.")
    private @Nullable Integer inodes;

    @Option(
            names = "--lease",
            paramLabel = "SECONDS",
            description = "For how long it is held while no program uses it, in place of the policy's time.")
    private @Nullable Integer leaseSeconds;

    DecoupleCommand(Configuration configuration, PrintStream out) {
        work = new ClusterWork(configuration, out);
    }

    @Override
    public Integer call() throws IOException {
        SubtreePolicy own = file == null ? null : PolicyFile.read(file);
        if (own != null && !own.isDecoupled()) {
            throw new IOException(file + " decouples nothing: its consistency is " + own.consistency()
                    + ". It needs append_client_journal.");
        }
        return work.run(fs -> decouple(fs, own));
    }

    private void decouple(FileSystem fs, @Nullable SubtreePolicy own) throws IOException {
        org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(directory);
        SubtreePolicy policy = own == null ? DecoupledSubtree.requireDecoupling(fs, path) : own;
        SubtreeOptions options =
                SubtreeOptions.of(policy).as("lambdafs subtree").keptForOtherProcesses();
        if (inodes != null) {
            options = options.withInodes(inodes);
        }
        if (leaseSeconds != null) {
            options = options.heldFor(TimeUnit.SECONDS.toMillis(leaseSeconds));
        }
        try (DecoupledSubtree subtree = DecoupledSubtree.decouple(fs, path, options)) {
            work.line("%s is decoupled, as number %d", subtree.path(), subtree.number());
            subtree.journal().ifPresent(journal -> work.line("Its journal is %s", journal));
        }
    }
}
