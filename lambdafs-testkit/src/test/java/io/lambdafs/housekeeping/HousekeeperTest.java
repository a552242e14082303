package io.lambdafs.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.blockkey.BlockKeyConfig;
import io.lambdafs.blockkey.StoredBlockKeys;
import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.housekeeping.Housekeeper.Standing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class HousekeeperTest {
    private final SmallCluster cluster = new SmallCluster(1);
    private final List<Duration> watched = new ArrayList<>();

    private static HousekeepingTask task(String name, Consumer<Duty> work) {
        return new HousekeepingTask() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public void run(Duty duty) {
                work.accept(duty);
            }
        };
    }

    private HousekeepingTask recording() {
        return task("recording", duty -> watched.add(duty.watched()));
    }

    @Test
    void role_belongsToOneAtATime() {
        Housekeeper one = cluster.housekeeper("one", recording());
        Housekeeper other = cluster.housekeeper("other", recording());
        assertThat(one.round().standing()).isEqualTo(Standing.ON_DUTY);
        assertThat(other.round().standing()).isEqualTo(Standing.STANDING_BY);
        cluster.pass(Duration.ofSeconds(9));
        assertThat(one.round().standing()).isEqualTo(Standing.ON_DUTY);
        cluster.pass(Duration.ofSeconds(9));
        assertThat(other.round().standing()).isEqualTo(Standing.STANDING_BY);
        cluster.pass(Duration.ofSeconds(2));
        assertThat(other.round().standing()).isEqualTo(Standing.ON_DUTY);
        assertThat(one.round().standing()).isEqualTo(Standing.STANDING_BY);
    }

    @Test
    void resigning_letsAnotherTakeOverAtOnce() {
        Housekeeper one = cluster.housekeeper("one");
        Housekeeper other = cluster.housekeeper("other");
        one.round();
        one.resign();
        assertThat(other.round().standing()).isEqualTo(Standing.ON_DUTY);
    }

    @Test
    void ownerThatWakesTooLate_changesNothing() {
        Housekeeper late = cluster.housekeeper("late", task("late", duty -> {
            cluster.pass(Duration.ofSeconds(11));
            cluster.housekeeper("other").round();
            duty.write(tx -> {
                tx.work().checkReplication(List.of(SmallCluster.BLOCK.id()));
                return tx;
            });
        }));
        assertThat(late.round().standing()).isEqualTo(Standing.STANDING_BY);
        assertThat(cluster.queued()).isZero();
    }

    @Test
    void round_countsWhatItsTasksDid() {
        Housekeeper housekeeper = cluster.housekeeper(
                "one",
                task("two", duty -> duty.count(HousekeepingCount.COPIES_ORDERED, 2)),
                task("none", duty -> duty.count(HousekeepingCount.LEASES_CHECKED, 0)),
                task("three", duty -> duty.count(HousekeepingCount.COPIES_ORDERED, 3)));

        assertThat(housekeeper.round().done()).isEqualTo(Map.of(HousekeepingCount.COPIES_ORDERED, 5L));
        assertThat(cluster.housekeeper("other").round().done()).isEmpty();
    }

    @Test
    void taskThatFails_doesNotKeepTheOthersFromRunning() {
        Housekeeper housekeeper = cluster.housekeeper(
                "one",
                task("failing", duty -> {
                    throw new IllegalStateException("no");
                }),
                recording());
        Housekeeper.Round round = housekeeper.round();
        assertThat(round.failures())
                .singleElement()
                .satisfies(failure -> assertThat(failure.task()).isEqualTo("failing"));
        assertThat(watched).hasSize(1);
    }

    @Test
    void fencedWriter_registersAnew() {
        Housekeeper housekeeper = cluster.housekeeper("one", recording());
        housekeeper.round();
        cluster.store.fence(cluster.writer.id(), Duration.ofSeconds(1));
        assertThat(housekeeper.round().standing()).isEqualTo(Standing.ON_DUTY);
        assertThat(watched).hasSize(2);
    }

    @Test
    void watch_growsFromRoundToRoundAndBeginsAnewAfterAGap() {
        Housekeeper housekeeper = cluster.housekeeper("one", recording());
        housekeeper.round();
        cluster.pass(Duration.ofSeconds(8));
        housekeeper.round();
        cluster.pass(Duration.ofSeconds(8));
        housekeeper.round();
        cluster.pass(Duration.ofSeconds(30));
        housekeeper.round();
        assertThat(watched)
                .containsExactly(Duration.ZERO, Duration.ofSeconds(8), Duration.ofSeconds(16), Duration.ZERO);
    }

    @Test
    void watch_alsoGrowsWhileStandingBy() {
        cluster.housekeeper("one").round();
        Housekeeper other = cluster.housekeeper("other", recording());
        other.round();
        cluster.pass(Duration.ofSeconds(9));
        other.round();
        cluster.pass(Duration.ofSeconds(9));
        other.round();
        assertThat(watched).last().isEqualTo(Duration.ofSeconds(18));
    }

    @Test
    void storeThatDoesNotAnswer_isReportedAndSurvived() {
        Housekeeper housekeeper = cluster.housekeeper("one", recording());
        housekeeper.round();
        cluster.store.close();
        assertThat(housekeeper.round().standing()).isEqualTo(Standing.STORE_UNREACHABLE);
        housekeeper.resign();
    }

    @Test
    void deletedDirectory_isEmptiedWhenNobodyElseDoes() {
        cluster.write(tx -> {
            Attributes attributes = new Attributes("u", "g", Permission.ofMode(0755), 1, 0);
            INodeId root = new INodeId(30_000);
            tx.inodes().insert(new Directory(root, new INodeKey(INodeId.DELETED, Name.of("30000")), attributes));
            tx.inodes().insert(new Directory(new INodeId(30_001), new INodeKey(root, Name.of("d")), attributes));
        });
        Housekeeper housekeeper = cluster.wholeHousekeeper("one");
        housekeeper.round();
        assertThat(cluster.exists(new INodeId(30_000))).isTrue();
        cluster.pass(Duration.ofSeconds(31));
        assertThat(housekeeper.round().failures()).isEmpty();
        housekeeper.round();
        assertThat(cluster.exists(new INodeId(30_000))).isFalse();
        assertThat(cluster.exists(new INodeId(30_001))).isFalse();
    }

    @Test
    void blockKeys_areMadeInSecureModeOnly() {
        cluster.wholeHousekeeper("one").round();
        assertThat(cluster.writer.read(StoredBlockKeys::read)).isEmpty();
        cluster.pass(Duration.ofMinutes(1));
        Housekeeper secure = Housekeeper.of(
                HousekeepingConfig.defaults().withBlockKeys(BlockKeyConfig.on()),
                "secure",
                new Housekeeper.Dependencies(
                        cluster.store, cluster.runner, cluster.writer, cluster::now, new Random(1)));
        assertThat(secure.round().done()).containsEntry(HousekeepingCount.BLOCK_KEYS_RENEWED, 1L);
        assertThat(cluster.writer.read(StoredBlockKeys::read)).isPresent();
        assertThat(secure.round().done()).doesNotContainKey(HousekeepingCount.BLOCK_KEYS_RENEWED);
    }
}
