package io.lambdafs.housekeeping;

import static io.lambdafs.housekeeping.SmallCluster.BLOCK;
import static io.lambdafs.housekeeping.SmallCluster.FILE;
import static io.lambdafs.housekeeping.SmallCluster.second;
import static io.lambdafs.housekeeping.SmallCluster.storage;
import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.block.DataNodeCommand.Invalidate;
import io.lambdafs.block.DataNodeCommand.Transfer;
import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.housekeeping.PolicyRequests.Request;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PolicySatisfactionTest {
    private static final Duration RETRY = Duration.ofSeconds(31);
    private static final Attributes ATTRIBUTES = new Attributes("u", "g", Permission.ofMode(0755), 1, 1);

    private final SmallCluster cluster = new SmallCluster(1);
    private final PolicySatisfaction satisfaction = cluster.policySatisfaction();
    private final ReplicationCheck replication = cluster.replicationCheck();

    private void round() {
        satisfaction.run(cluster.duty(Duration.ofHours(1)));
    }

    private void ask(INodeId inode) {
        cluster.write(tx -> new PolicyRequests(tx).put(Request.of(inode)));
    }

    private List<INodeId> asked() {
        return cluster.writer.read(tx -> new PolicyRequests(tx)
                .from(INodeId.NONE, 1000).stream().map(Request::inode).toList());
    }

    @Test
    void replica_isCopiedToAStorageThatFits_andThenDeletedWhereItWas() {
        cluster.policy("ALL_SSD");
        cluster.type(3, "SSD");
        cluster.heartbeat(1, 2, 3);
        cluster.replicas(1);
        ask(FILE);
        round();
        assertThat(cluster.commands(1)).containsExactly(new Transfer(BLOCK, List.of(storage(3))));
        round();
        assertThat(cluster.commands(1)).as("is waited for").isEmpty();

        cluster.replicas(3);
        cluster.checkReplication();
        replication.run(cluster.duty(Duration.ofHours(1)));
        assertThat(cluster.commands(1)).containsExactly(new Invalidate(BLOCK));
        cluster.gone(1);
        cluster.pass(RETRY);
        cluster.heartbeat(1, 2, 3);
        round();
        assertThat(asked()).isEmpty();
        assertThat(cluster.holders()).containsExactly(storage(3));
    }

    @Test
    void replica_movesWithinItsDataNodeIfThatHasAStorageThatFits() {
        cluster.policy("COLD");
        cluster.type(2, "ARCHIVE");
        cluster.secondType(1, "ARCHIVE");
        cluster.heartbeat(1, 2);
        cluster.replicas(1);
        ask(INodeId.ROOT);
        round();
        assertThat(asked()).containsExactly(FILE);
        round();
        assertThat(cluster.commands(1)).containsExactly(new Transfer(BLOCK, List.of(second(1))));
    }

    @Test
    void whatFits_staysWhereItIs() {
        cluster.policy("WARM");
        cluster.type(2, "ARCHIVE");
        cluster.heartbeat(1, 2);
        cluster.replicas(1);
        ask(FILE);
        ask(new INodeId(4711));
        round();
        assertThat(cluster.commands(1)).isEmpty();
        assertThat(asked()).isEmpty();
    }

    @Test
    void whatFitsNowhere_isGivenUpAfterSomeTime() {
        cluster.policy("COLD");
        cluster.heartbeat(1, 2);
        cluster.replicas(1);
        ask(FILE);
        for (int look = 1; look < PolicySatisfaction.MOST_ATTEMPTS; look++) {
            round();
            cluster.pass(RETRY);
            cluster.heartbeat(1, 2);
        }
        assertThat(asked()).containsExactly(FILE);
        round();
        assertThat(asked()).isEmpty();
        assertThat(cluster.commands(1)).isEmpty();
    }

    @Test
    void entriesOfDirectories_countAgainstTheBoundOfARound() {
        int directories = 10;
        int entries = 50;
        for (int number = 0; number < directories; number++) {
            INodeId directory = directory(INodeId.ROOT, 30_000 + number);
            for (int entry = 0; entry < entries; entry++) {
                directory(directory, 40_000 + number * entries + entry);
            }
            ask(directory);
        }
        round();
        assertThat(asked().stream().filter(inode -> inode.value() >= 40_000))
                .as("entries that were looked at")
                .hasSizeBetween(PolicySatisfaction.INODES - 2 * entries, PolicySatisfaction.INODES);
        awaitNothingAsked();
    }

    @Test
    void directoriesAboveFiles_countAgainstTheBoundOfARound() {
        int files = 40;
        int depth = 30;
        for (int number = 0; number < files; number++) {
            INodeId at = INodeId.ROOT;
            for (int level = 0; level < depth; level++) {
                at = directory(at, 30_000 + number * depth + level);
            }
            INodeId file = new INodeId(50_000 + number);
            INodeKey key = new INodeKey(at, Name.of("f"));
            cluster.write(tx -> tx.inodes().insert(new RegularFile(file, key, ATTRIBUTES, 1, 100, 0, null)));
            ask(file);
        }
        round();
        assertThat(files - asked().size())
                .as("files that were looked at")
                .isBetween(1, PolicySatisfaction.INODES / depth + 1);
        awaitNothingAsked();
    }

    private INodeId directory(INodeId parent, long number) {
        INodeId id = new INodeId(number);
        INodeKey key = new INodeKey(parent, Name.of("d" + number));
        cluster.write(tx -> tx.inodes().insert(new Directory(id, key, ATTRIBUTES)));
        return id;
    }

    private void awaitNothingAsked() {
        for (int rounds = 0; rounds < 100 && !asked().isEmpty(); rounds++) {
            round();
        }
        assertThat(asked()).isEmpty();
    }

    /** Else one that is still missing would be copied once more. */
    @Test
    void blockWithTooFewReplicas_isLeftToTheReplication() {
        SmallCluster two = new SmallCluster(2);
        two.policy("ALL_SSD");
        two.type(3, "SSD");
        two.heartbeat(1, 2, 3);
        two.replicas(1);
        two.write(tx -> new PolicyRequests(tx).put(Request.of(FILE)));
        two.policySatisfaction().run(two.duty(Duration.ofHours(1)));
        assertThat(two.commands(1)).isEmpty();
    }
}
