package io.lambdafs.cli.subtree;

import io.lambdafs.client.subtree.DirectoryPolicies;
import io.lambdafs.wire.subtree.VolumePolicy;
import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes a directory a volume. */
@Command(
        mixinStandardHelpOptions = true,
        name = "volume",
        description = {
            "Makes a directory a volume: its files are for functions, which work on them in transactions ('lambdafs faas').",
            "A directory that is not there is made; one that is there must be empty. To delete the volume, remove the directory."
        })
final class SubtreeVolumeCommand implements Callable<Integer> {
    private final ClusterWork work;

    @Parameters(paramLabel = "PATH", description = "The directory.")
    private String directory = "";

    @Option(
            names = "--block-size",
            paramLabel = "BYTES",
            defaultValue = "4096",
            description = "In which unit files are stored, cached and validated: a power of two from 1024 to 65536;"
                    + " ${DEFAULT-VALUE} otherwise.")
    private int blockSize;

    SubtreeVolumeCommand(Configuration configuration, PrintStream out) {
        work = new ClusterWork(configuration, out);
    }

    @Override
    public Integer call() throws IOException {
        VolumePolicy policy = policy();
        return work.run(fs -> {
            Path path = new Path(directory);
            if (!fs.mkdirs(path)) {
                throw new IOException(directory + " cannot be made");
            }
            DirectoryPolicies.makeVolume(fs, path, policy);
            work.line("%s", directory);
        });
    }

    private VolumePolicy policy() throws IOException {
        try {
            return new VolumePolicy(blockSize);
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }
}
