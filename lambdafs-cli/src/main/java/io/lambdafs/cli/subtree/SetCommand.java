package io.lambdafs.cli.subtree;

import io.lambdafs.client.subtree.DirectoryPolicies;
import io.lambdafs.wire.subtree.SubtreePolicy;
import io.lambdafs.wire.subtree.VolumePolicy;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Sets or removes the policy of a directory. */
@Command(
        mixinStandardHelpOptions = true,
        name = "set",
        description = "Sets the policy of a directory, which all below inherits. Only its owner and superusers may.")
final class SetCommand implements Callable<Integer> {
    private final ClusterWork work;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(index = "0", paramLabel = "PATH", description = "The directory.")
    private String directory = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "FILE",
            description = "The policy: a YAML file, or the Cudele paper's form.")
    private @Nullable Path file;

    @Option(names = "--none", description = "Removes the policy, so that the directory inherits again.")
    private boolean none;

    SetCommand(Configuration configuration, PrintStream out) {
        work = new ClusterWork(configuration, out);
    }

    @Override
    public Integer call() throws IOException {
        org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(directory);
        ClusterWork.requireOne(spec, file, none ? "none" : null, "FILE or --none");
        if (file == null) {
            return work.run(fs -> {
                DirectoryPolicies.remove(fs, path);
                work.line("%s has no policy of its own any more", directory);
            });
        }
        Optional<VolumePolicy> volume = PolicyFile.read(
                file, keys -> VolumePolicy.isMeant(keys) ? Optional.of(VolumePolicy.parse(keys)) : Optional.empty());
        if (volume.isPresent()) {
            return work.run(fs -> {
                DirectoryPolicies.makeVolume(fs, path, volume.get());
                work.line("%s is a volume now", directory);
            });
        }
        SubtreePolicy policy = PolicyFile.read(file);
        return work.run(fs -> {
            DirectoryPolicies.set(fs, path, policy);
            work.line("%s has the policy %s", directory, policy);
        });
    }
}
