package io.lambdafs.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** How far the housekeeper goes on with deleted directories in one round. One transaction removes one inode here. */
final class DetachedSubtreesTest {
    private static final Duration AFTER = Duration.ofSeconds(30);
    private static final long FIRST = 30_000;

    private final SmallCluster cluster = new SmallCluster(1);
    private final SubtreeRemoval removal = new SubtreeRemoval(cluster.runner, 1);

    private DetachedSubtrees task(InstantSource clock) {
        return new DetachedSubtrees(removal, cluster.writer, clock, AFTER);
    }

    /** A deleted directory with entries; all in all so many inodes. */
    private void detach(long root, int inodes) {
        cluster.write(tx -> {
            Attributes attributes = new Attributes("u", "g", Permission.ofMode(0755), 1, 0);
            tx.inodes().insert(new Directory(new INodeId(root), key(INodeId.DELETED, root), attributes));
            for (long id = root + 1; id < root + inodes; id++) {
                tx.inodes().insert(new Directory(new INodeId(id), key(new INodeId(root), id), attributes));
            }
        });
    }

    private static INodeKey key(INodeId parent, long id) {
        return new INodeKey(parent, Name.of(Long.toString(id)));
    }

    private long left(long root, int inodes) {
        return LongStream.range(root, root + inodes)
                .filter(id -> cluster.exists(new INodeId(id)))
                .count();
    }

    @Test
    void round_takesManyStepsButNotAllThatThereAre() {
        detach(FIRST, 400);
        DetachedSubtrees task = task(cluster::now);
        task.run(cluster.duty(Duration.ZERO));
        assertThat(left(FIRST, 400)).isEqualTo(400);
        cluster.pass(AFTER);
        task.run(cluster.duty(Duration.ZERO));
        assertThat(left(FIRST, 400)).isEqualTo(400 - 256);
        task.run(cluster.duty(Duration.ZERO));
        assertThat(left(FIRST, 400)).isZero();
    }

    @Test
    void steps_areSharedByTheDirectoriesOfARound() {
        detach(FIRST, 200);
        detach(FIRST + 1000, 200);
        DetachedSubtrees task = task(cluster::now);
        task.run(cluster.duty(Duration.ZERO));
        cluster.pass(AFTER);
        task.run(cluster.duty(Duration.ZERO));
        assertThat(left(FIRST, 200) + left(FIRST + 1000, 200)).isEqualTo(400 - 256);
    }

    /** Each look at the clock finds it a tenth of the round's time later: the first begins the round, nine allow a step. */
    @Test
    void round_endsWhenItsTimeIsOver() {
        detach(FIRST, 100);
        Instant[] now = {cluster.now()};
        DetachedSubtrees task = task(() -> {
            Instant present = now[0];
            now[0] = present.plusMillis(100);
            return present;
        });
        task.run(cluster.duty(Duration.ZERO));
        now[0] = now[0].plus(AFTER);
        task.run(cluster.duty(Duration.ZERO));
        assertThat(left(FIRST, 100)).isEqualTo(100 - 9);
        task.run(cluster.duty(Duration.ZERO));
        assertThat(left(FIRST, 100)).isEqualTo(100 - 18);
    }
}
