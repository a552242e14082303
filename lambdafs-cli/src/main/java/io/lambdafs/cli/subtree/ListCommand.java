package io.lambdafs.cli.subtree;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.lambdafs.client.subtree.SubtreeRecovery;
import io.lambdafs.wire.decoupling.DecouplingInfo;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists decoupled subtrees. */
@Command(
        mixinStandardHelpOptions = true,
        name = "list",
        description = "Lists the subtrees that the user has decoupled; a superuser sees everybody's.")
final class ListCommand implements Callable<Integer> {
    private static final String ROW = "%-8s %-19s  %-19s  %-15s %-30s %s";

    private final ClusterWork work;

    @Option(names = "--json", description = "Prints a JSON array instead, for programs.")
    private boolean json;

    ListCommand(Configuration configuration, PrintStream out) {
        work = new ClusterWork(configuration, out);
    }

    @Override
    public Integer call() throws IOException {
        return work.run(fs -> {
            List<DecouplingInfo> all = SubtreeRecovery.listAlsoDiscarded(fs);
            if (json) {
                work.line("%s", json(all).toPrettyString());
                return;
            }
            work.line(ROW, "NUMBER", "SINCE", "LEASE END", "STATE", "HOLDER", "PATH");
            for (DecouplingInfo each : all) {
                work.line(
                        ROW,
                        each.number(),
                        ClusterWork.time(each.term().sinceMillis()),
                        ClusterWork.time(each.term().expiresMillis()),
                        each.state(),
                        each.holder().user() + " (" + each.holder().client() + " on "
                                + each.holder().host() + ")",
                        each.path().isEmpty() ? "(its directory is gone)" : each.path());
            }
        });
    }

    private static ArrayNode json(List<DecouplingInfo> all) {
        ArrayNode json = JsonNodeFactory.instance.arrayNode();
        for (DecouplingInfo each : all) {
            json.addObject()
                    .put("number", each.number())
                    .put("path", each.path())
                    .put("user", each.holder().user())
                    .put("client", each.holder().client())
                    .put("host", each.holder().host())
                    .put("sinceMillis", each.term().sinceMillis())
                    .put("leaseEndMillis", each.term().expiresMillis())
                    .put("state", each.state())
                    .put("inodes", each.inodes());
        }
        return json;
    }
}
