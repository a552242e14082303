package io.lambdafs.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.block.DataNodeDescriptor;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.DataNodeRegistration;
import io.lambdafs.block.StorageId;
import io.lambdafs.block.StorageReport;
import io.lambdafs.datanode.Heartbeats.Beat;
import io.lambdafs.fs.FsException;
import io.lambdafs.store.Pause;
import io.lambdafs.store.RenewingWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Processes that are, or say that they are, the same DataNode. The store's clock and theirs are moved by hand. */
final class IdentityClaimTest {
    private static final StorageId STORAGE = new StorageId("s1");
    private static final DataNodeId NODE = new DataNodeId("dn1");
    private static final Duration DEAD_AFTER = Duration.ofSeconds(30);

    private final AtomicLong now = new AtomicLong(1_000_000);
    private final TestFileSystem cluster = new TestFileSystem(this::instant);
    private final Pause passes = pause -> now.addAndGet(pause.toMillis());

    private Instant instant() {
        return Instant.ofEpochMilli(now.get());
    }

    /** A process that begins now. */
    private Heartbeats process(RenewingWriter writer, Pause pause) {
        IdentityClaim claim = new IdentityClaim(DEAD_AFTER, this::instant, pause);
        return new Heartbeats(writer, this::instant, DEAD_AFTER.dividedBy(2), claim, () -> 0);
    }

    private Heartbeats process(Pause pause) {
        return process(cluster.writer("other"), pause);
    }

    private static DataNodeRegistration at(int port) {
        DataNodeRegistration.Ports ports = new DataNodeRegistration.Ports(port, 2, 3);
        return new DataNodeRegistration(NODE, "dn1", "127.0.0.1", ports, "3.5.0");
    }

    private static Beat beat() {
        StorageReport.Space space = new StorageReport.Space(1000, 0, 1000, 0);
        return new Beat(NODE, List.of(new StorageReport(STORAGE, "DISK", false, space)), 0);
    }

    private List<DataNodeRegistration> registered() {
        return cluster.dataNodes().stream()
                .map(DataNodeDescriptor::registration)
                .toList();
    }

    @Test
    void secondProcessAtAnotherAddress_isRefusedWhileTheFirstIsAlive() {
        Heartbeats first = process(passes);
        first.register(at(1));
        first.beat(beat());
        now.addAndGet(900);
        Heartbeats second = process(pause -> {
            passes.pause(pause);
            first.beat(beat());
        });
        assertThatThrownBy(() -> second.register(at(9)))
                .isInstanceOf(FsException.class)
                .hasMessageContaining("DataNode dn1 is alive at 127.0.0.1:1")
                .hasMessageContaining("at 127.0.0.1:9, cannot register");
        assertThat(second.beat(beat())).isEmpty();
        assertThat(first.beat(beat())).isPresent();
        assertThat(registered()).containsExactly(at(1));
    }

    @Test
    void secondProcess_takesOverWhenTheFirstIsDead() {
        Heartbeats first = process(passes);
        first.register(at(1));
        now.addAndGet(1);
        Heartbeats second = process(pause -> {
            passes.pause(pause);
            first.beat(beat());
        });
        assertThatThrownBy(() -> second.register(at(9))).hasMessageContaining("alive");
        now.addAndGet(DEAD_AFTER.toMillis() + 1);
        second.register(at(9));
        assertThat(registered()).containsExactly(at(9));
    }

    @Test
    void restartAtTheSameAddress_waitsForNothing() {
        process(passes).register(at(1));
        now.addAndGet(1);
        AtomicInteger pauses = new AtomicInteger();
        process(pause -> pauses.incrementAndGet()).register(at(1));
        assertThat(pauses).hasValue(0);
    }

    @Test
    void restartAtAnotherPort_waitsUntilTheFormerLifeMustHaveBeenHeardOf() {
        process(passes).register(at(1));
        long killed = now.addAndGet(1);
        process(passes).register(at(9));
        assertThat(registered()).containsExactly(at(9));
        assertThat(Duration.ofMillis(now.get() - killed)).isLessThan(DEAD_AFTER);
    }

    @Test
    void processThatWasFenced_hasToRegisterAgainAndIsRefused() {
        RenewingWriter writer = cluster.writer("first");
        Heartbeats first = process(writer, passes);
        first.register(at(1));
        first.beat(beat());
        now.addAndGet(1);
        cluster.store.fence(writer.id(), Duration.ofSeconds(1));
        process(passes).register(at(9));

        assertThat(first.beat(beat())).isEmpty();
        assertThatThrownBy(first::requireRegistered).hasMessageContaining("register again");
        assertThatThrownBy(() -> first.register(at(1))).hasMessageContaining("alive at 127.0.0.1:9");
    }

    @Test
    void storagesOfAnotherLiveDataNode_areRefused() {
        cluster.dataNode("dn2", STORAGE);
        Heartbeats thief = process(passes);
        thief.register(at(1));
        assertThatThrownBy(() -> thief.beat(beat()))
                .isInstanceOf(FsException.class)
                .hasMessageContaining("[s1]")
                .hasMessageContaining("DataNode dn2");
        assertThat(thief.storages()).isEmpty();
        assertThat(cluster.dataNodes())
                .filteredOn(node -> node.id().value().equals("dn2"))
                .flatExtracting(DataNodeDescriptor::storages)
                .hasSize(1);
        now.addAndGet(DEAD_AFTER.toMillis() + 1);
        thief.register(at(1));
        assertThat(thief.beat(beat())).isPresent();
        assertThat(thief.storages()).containsExactly(STORAGE);
    }
}
