package io.lambdafs.store.ndb;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.store.IdSource;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.Stores;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriteHint;
import io.lambdafs.store.WriterId;
import io.lambdafs.testkit.ndb.LocalNdbCluster;
import io.lambdafs.wire.RequestId;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * Which of two data nodes coordinate transactions, as the cluster counts them: those about a known directory all run on the node
 * that has its entries, others on both in turn.
 */
@EnabledIf(value = "io.lambdafs.testkit.ndb.LocalNdbCluster#mayStart", disabledReason = LocalNdbCluster.REASON)
final class TransactionPlacesTest {
    private static final Pattern REPORT = Pattern.compile("Node (\\d): Trans\\. Count = \\d+, Commit Count = (\\d+),");
    private static final int CREATES = 400;
    /** Data nodes report every five seconds. */
    private static final Duration BOUND = Duration.ofSeconds(30);

    @Test
    void writes_aboutAKnownDirectory_beginWhereItsEntriesAre() {
        try (LocalNdbCluster cluster = LocalNdbCluster.start(2).orElseThrow();
                MetadataStore store = open(cluster)) {
            cluster.administer("all clusterlog statistics=15");
            Creates creates = new Creates(store);
            Directory one = creates.makeDirectory("one");
            Directory other = creates.makeDirectory("other");

            Map<String, Long> begun = committedUntilNow(cluster);
            creates.in(one, FsPath.parse("/unknown/f"));
            Map<String, Long> afterUnknown = committedUntilNow(cluster);
            creates.in(one, FsPath.parse("/one/f"));
            Map<String, Long> afterOne = committedUntilNow(cluster);
            creates.in(other, FsPath.parse("/other/f"));
            Map<String, Long> afterOther = committedUntilNow(cluster);

            assertInTurn(difference(begun, afterUnknown));
            assertOnOneNode(difference(afterUnknown, afterOne));
            assertOnOneNode(difference(afterOne, afterOther));
        }
    }

    private static void assertInTurn(Map<String, Long> commits) {
        assertThat(commits).as("in turn").hasSize(2);
        assertThat(commits.values()).as("in turn: " + commits).allMatch(count -> count >= CREATES * 2 / 5);
    }

    private static void assertOnOneNode(Map<String, Long> commits) {
        assertThat(commits).as("on one node").hasSize(2);
        assertThat(commits.values()).as("on one node: " + commits).anyMatch(count -> count >= CREATES);
        assertThat(commits.values()).as("on one node: " + commits).anyMatch(count -> count < CREATES / 4);
    }

    private static MetadataStore open(LocalNdbCluster cluster) {
        return Stores.open(
                new StoreConfig("ndb://" + cluster.connectString() + "/places", "", "", 8, Bounds.defaults()));
    }

    /** What each node committed between the two; a few of these are the store clock's, four a second for all nodes together. */
    private static Map<String, Long> difference(Map<String, Long> before, Map<String, Long> after) {
        Map<String, Long> commits = new HashMap<>(after);
        commits.replaceAll((node, count) -> count - before.getOrDefault(node, 0L));
        return commits;
    }

    /** What each node has committed since it started: what it has reported once it has reported again. */
    private static Map<String, Long> committedUntilNow(LocalNdbCluster cluster) {
        int before = reports(cluster).size();
        long deadline = System.nanoTime() + BOUND.toNanos();
        while (true) {
            List<MatchResult> reports = reports(cluster);
            long nodes = reports.stream()
                    .skip(before)
                    .map(report -> report.group(1))
                    .distinct()
                    .count();
            if (nodes == 2) {
                return reports.stream()
                        .collect(Collectors.groupingBy(
                                report -> report.group(1),
                                Collectors.summingLong(report -> Long.parseLong(report.group(2)))));
            }
            assertThat(System.nanoTime()).as("only %d nodes report", nodes).isLessThan(deadline);
            sleep();
        }
    }

    private static List<MatchResult> reports(LocalNdbCluster cluster) {
        return REPORT.matcher(cluster.log()).results().toList();
    }

    private static void sleep() {
        try {
            TimeUnit.MILLISECONDS.sleep(100);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Requests that create files, told to the store to be about some path. */
    private static final class Creates {
        private final MetadataStore store;
        private final WriterId writer;
        private final IdSource ids;
        private final UUID client = UUID.randomUUID();
        private long requests;

        Creates(MetadataStore store) {
            this.store = store;
            writer = store.registerWriter("places");
            ids = new IdSource(store, Sequence.INODE, 10_000);
            ids.ensure(10_000);
        }

        Directory makeDirectory(String name) {
            Directory made = directory(INodeId.ROOT, name);
            try (Transaction tx = store.beginWrite(writer)) {
                tx.inodes().insert(made);
                tx.commit();
            }
            try (Transaction tx = store.beginRead()) {
                tx.inodes().resolve(List.of(made.name(), Name.of("entry")));
            }
            return made;
        }

        void in(Directory parent, FsPath subject) {
            for (int i = 0; i < CREATES; i++) {
                requests++;
                try (Transaction tx =
                        store.beginWrite(writer, new RequestId(client, requests), WriteHint.about(subject))) {
                    tx.inodes().lock(List.of(new RowLock(parent.id(), LockMode.EXCLUSIVE)));
                    tx.inodes().insert(directory(parent.id(), "f" + requests));
                    tx.recordOutcome(new byte[1]);
                    tx.commit();
                }
            }
        }

        private Directory directory(INodeId in, String name) {
            return new Directory(
                    new INodeId(ids.next()),
                    new INodeKey(in, Name.of(name)),
                    new Attributes("u", "g", new Permission(0755), 1, 1));
        }
    }
}
