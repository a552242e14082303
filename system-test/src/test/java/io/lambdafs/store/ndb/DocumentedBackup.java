package io.lambdafs.store.ndb;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.testkit.ndb.LocalNdbCluster;
import io.lambdafs.tidy.CheckoutSources;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.function.Predicate;

/** A backup and its way back, by the commands that docs/ndb.md has for them. */
final class DocumentedBackup {
    private static final String PAGE = "docs/ndb.md";
    private static final String PROGRAM = "ndb_restore ";
    private static final Predicate<String> OF_TABLES = line -> line.contains(" -m ");

    private final LocalNdbCluster cluster;
    private final List<Integer> dataNodes;
    private final int number;

    private DocumentedBackup(LocalNdbCluster cluster, List<Integer> dataNodes, int number) {
        this.cluster = cluster;
        this.dataNodes = List.copyOf(dataNodes);
        this.number = number;
    }

    /** Makes one of a cluster with these data nodes. */
    static DocumentedBackup make(LocalNdbCluster cluster, List<Integer> dataNodes) {
        return new DocumentedBackup(cluster, dataNodes, cluster.backUp());
    }

    /** The tables by one data node's part, then the rows by each one's. */
    void restore() throws IOException {
        List<String> lines = Files.readString(CheckoutSources.root().resolve(PAGE))
                .lines()
                .filter(line -> line.startsWith(PROGRAM))
                .toList();
        assertThat(lines).as("commands of " + PAGE).hasSize(2);
        String tables = lines.stream().filter(OF_TABLES).findAny().orElseThrow();
        String rows = lines.stream().filter(OF_TABLES.negate()).findAny().orElseThrow();
        run(tables, dataNodes.get(0));
        dataNodes.forEach(node -> run(rows, node));
    }

    private void run(String documented, int node) {
        String line = documented
                .replaceAll("#.*", "")
                .substring(PROGRAM.length())
                .replace("-c mgm1", "-c " + cluster.connectString())
                .replace("-n NODE", "-n " + node)
                .replace("-b N ", "-b " + number + " ")
                .replace("PATH", cluster.backup(number, node).toString());
        cluster.restore(line.strip().split(" +"));
    }
}
