package io.lambdafs.cli.subtree;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lambdafs.client.subtree.DirectoryPolicies;
import io.lambdafs.wire.subtree.PolicyAnswer;
import io.lambdafs.wire.subtree.SubtreePolicy;
import io.lambdafs.wire.subtree.VolumePolicy;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows the policy of a directory. */
@Command(
        mixinStandardHelpOptions = true,
        name = "show",
        description =
                "Shows the policy that applies to a directory, which directory has it, and who holds the directory.")
final class ShowCommand implements Callable<Integer> {
    private final ClusterWork work;

    @Parameters(paramLabel = "PATH", description = "The directory.")
    private String directory = "";

    @Option(names = "--json", description = "Prints one JSON object instead, for programs.")
    private boolean json;

    ShowCommand(Configuration configuration, PrintStream out) {
        work = new ClusterWork(configuration, out);
    }

    @Override
    public Integer call() throws IOException {
        return work.run(fs -> {
            PolicyAnswer answer = DirectoryPolicies.get(fs, new Path(directory));
            if (json) {
                work.line("%s", json(answer).toPrettyString());
            } else {
                print(answer);
            }
        });
    }

    private void print(PolicyAnswer answer) {
        if (VolumePolicy.isOne(answer.effective())) {
            work.line("# %s is a volume", answer.from());
            work.line("%s", answer.effective().strip());
            return;
        }
        SubtreePolicy policy = DirectoryPolicies.effective(answer);
        String origin =
                answer.from().isEmpty() ? "the default, because none was set here or above" : "set on " + answer.from();
        work.line("# %s; %s", origin, levels(policy));
        work.line("%s", policy.toText().strip());
        if (!answer.hold().isNone()) {
            work.line(
                    "# %s is held by %s since %s",
                    answer.hold().path(),
                    answer.hold().holder(),
                    ClusterWork.time(answer.hold().sinceMillis()));
        }
    }

    private static String levels(SubtreePolicy policy) {
        return "consistency " + word(policy.consistencyLevel()) + ", durability " + word(policy.durabilityLevel());
    }

    private static String word(Enum<?> level) {
        return level.name().toLowerCase(Locale.ROOT);
    }

    private static ObjectNode json(PolicyAnswer answer) {
        SubtreePolicy policy = DirectoryPolicies.effective(answer);
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("from", answer.from());
        json.put("own", !answer.own().isEmpty());
        json.put("consistencyLevel", word(policy.consistencyLevel()));
        json.put("durabilityLevel", word(policy.durabilityLevel()));
        ObjectNode keys = json.putObject("policy");
        for (String line : policy.toText().split("\n")) {
            String[] pair = line.split(": ", 2);
            keys.put(pair[0], pair[1]);
        }
        if (!answer.hold().isNone()) {
            json.putObject("held")
                    .put("path", answer.hold().path())
                    .put("holder", answer.hold().holder())
                    .put("sinceMillis", answer.hold().sinceMillis());
        }
        return json;
    }
}
