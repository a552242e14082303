package io.lambdafs.namenode.coherence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.coherence.FillToken;
import io.lambdafs.coherence.ProtocolRules;
import io.lambdafs.coherence.Scope;
import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Permission;
import io.lambdafs.namenode.WriteGate;
import io.lambdafs.namenode.coherence.CoherentCluster.One;
import io.lambdafs.namenode.foresight.ForeseenLocks;
import io.lambdafs.namenode.foresight.KnownAncestors;
import io.lambdafs.namenode.foresight.LockHints;
import io.lambdafs.namenode.path.PathPins;
import io.lambdafs.store.KeyLock;
import io.lambdafs.store.RequestWork.Ending;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriteHint;
import io.lambdafs.store.WriterId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class CoherentNodeTest {
    private static final CoherenceTimes TIMES = withRound(Duration.ofSeconds(5));
    private static final Duration BOUND = Duration.ofSeconds(20);
    private static final FsPath FILE = FsPath.parse("/d/f");
    private static final Scope CHANGE = Scope.ofPaths(FILE);

    @Test
    void write_withoutSharers_costsTheCoordinatorNothing() {
        try (CoherentCluster cluster = new CoherentCluster(1, TIMES)) {
            One alone = cluster.startAdmitted(0);
            long before = cluster.coordinators.writes();
            WriteGate.Pass pass = begin(alone);
            pass.forget(CHANGE);
            pass.ended(Ending.COMMITTED);
            assertThat(cluster.coordinators.writes()).isEqualTo(before);
            assertThat(alone.node().figures().alone()).isOne();
        }
    }

    @Test
    void write_withSharer_isAcknowledgedAndKeepsItFromFilling() {
        try (CoherentCluster cluster = new CoherentCluster(1, TIMES)) {
            One writer = cluster.startAdmitted(0);
            One reader = cluster.startAdmitted(0);
            FillToken before = reader.node().begin(FILE);
            WriteGate.Pass pass = begin(writer);
            pass.forget(CHANGE);
            assertThat(reader.node().complete(before, () -> {})).isFalse();
            assertThat(admits(reader)).isFalse();
            pass.ended(Ending.COMMITTED);
            CoherentCluster.await(() -> admits(reader));
            assertThat(writer.node().figures().led()).isOne();
            assertThat(reader.node().figures().followed()).isOne();
            assertThat(cluster.coordinators.invs()).isEmpty();
        }
    }

    @Test
    void write_toAnotherDeploymentsEntry_tellsOnlyThat() {
        try (CoherentCluster cluster = new CoherentCluster(8, TIMES)) {
            int owner = cluster.owner(FILE.toString());
            One writer = cluster.startAdmitted((owner + 1) % 8);
            One bystander = cluster.startAdmitted((owner + 2) % 8);
            One told = cluster.startAdmitted(owner);
            WriteGate.Pass pass = begin(writer);
            pass.forget(CHANGE);
            assertThat(admits(told)).isFalse();
            assertThat(admits(bystander)).isTrue();
            pass.ended(Ending.ROLLED_BACK);
        }
    }

    @Test
    void frozenSharer_holdsAWriteUntilItsSessionEnds() {
        try (CoherentCluster cluster = new CoherentCluster(1, TIMES)) {
            One writer = cluster.startAdmitted(0);
            One frozen = cluster.startAdmitted(0);
            frozen.coordinator().disconnect();
            WriteGate.Pass pass = begin(writer);
            CompletableFuture<Void> round = CompletableFuture.runAsync(() -> pass.forget(CHANGE));
            cluster.nanos.addAndGet(CoherentCluster.SESSION.toNanos());
            assertThat(frozen.node().mayServe()).isFalse();
            cluster.coordinators.expireOverdue();
            round.join();
            pass.ended(Ending.COMMITTED);
        }
    }

    @Test
    void roundThatIsNotAcknowledgedWithinItsBound_isGivenUp() {
        try (CoherentCluster cluster = new CoherentCluster(1, withRound(Duration.ofMillis(50)))) {
            One writer = cluster.startAdmitted(0);
            One frozen = cluster.startAdmitted(0);
            frozen.coordinator().disconnect();
            WriteGate.Pass pass = begin(writer);
            assertThatThrownBy(() -> bounded(CompletableFuture.runAsync(() -> pass.forget(CHANGE))))
                    .hasCauseInstanceOf(StoreException.class)
                    .hasMessageContaining("did not acknowledge the change in time");
            assertThat(admits(writer)).isFalse();
            pass.ended(Ending.ROLLED_BACK);
            assertThat(admits(writer)).isTrue();
            assertThat(cluster.coordinators.invs()).isEmpty();
            frozen.coordinator().reconnect();
            CoherentCluster.await(() -> admits(frozen));
        }
    }

    @Test
    void roundsOnDisjointEntries_waitAtTheSameTime() {
        try (CoherentCluster cluster = new CoherentCluster(1, withRound(BOUND.multipliedBy(2)))) {
            One writer = cluster.startAdmitted(0);
            One frozen = cluster.startAdmitted(0);
            frozen.coordinator().disconnect();
            List<WriteGate.Pass> passes = List.of(begin(writer), begin(writer));
            List<CompletableFuture<Void>> rounds = List.of(
                    CompletableFuture.runAsync(() -> passes.get(0).forget(CHANGE)),
                    CompletableFuture.runAsync(() -> passes.get(1).forget(Scope.ofPaths(FsPath.parse("/d/g")))));
            CoherentCluster.await(() -> cluster.coordinators.invs().size() == 2);
            assertThat(rounds).noneMatch(CompletableFuture::isDone);
            frozen.coordinator().reconnect();
            rounds.forEach(CoherentNodeTest::bounded);
            passes.forEach(pass -> pass.ended(Ending.COMMITTED));
            assertThat(writer.node().figures().led()).isEqualTo(2);
        }
    }

    @Test
    void pin_knowsTheDirectoriesAbove_onlyWhileTheyMayBeServed() {
        try (CoherentCluster cluster = new CoherentCluster(1, TIMES)) {
            One one = cluster.startAdmitted(0);
            Attributes attributes = new Attributes("hdfs", "supergroup", new Permission(0755), 1, 0);
            INodeKey key = new INodeKey(INodeId.ROOT, FILE.parent().name());
            try (Transaction tx = cluster.store.beginWrite(cluster.store.registerWriter("other"))) {
                tx.inodes().insert(new Directory(new INodeId(20_000), key, attributes));
                tx.commit();
            }
            WriteHint hint = one.parts().gate().hint(FILE, LockHints.ofEntry(FILE));
            assertThat(hint.locks()).hasSize(2).first().extracting(KeyLock::key).isEqualTo(key);
            WriteGate.Pass pass = begin(one);
            assertThat(pin(cluster, pass, FILE)).extracting(Directory::key).contains(key);
            one.coordinator().disconnect();
            cluster.nanos.addAndGet(CoherentCluster.SESSION.toNanos() * 2 / 3);
            assertThat(pin(cluster, pass, FILE)).isEmpty();
            pass.ended(Ending.ROLLED_BACK);
        }
    }

    /** What the cache said of a path that was not pinned yet might be moved before it is. */
    @Test
    void pin_keepsThePathInPlace_beforeItAsksTheCache() {
        try (CoherentCluster cluster = new CoherentCluster(1, TIMES)) {
            One mover = cluster.startAdmitted(0);
            One one = cluster.startAdmitted(0);
            WriteGate.Pass moving = begin(mover);
            List<CompletableFuture<Void>> rounds = new ArrayList<>();
            KnownAncestors known = path -> {
                rounds.add(CompletableFuture.runAsync(() -> moving.forget(Scope.ofPrefixes(FILE.parent()))));
                CoherentCluster.await(() -> !admits(one));
                return List.of();
            };
            CoherentGate gate = new CoherentGate(
                    one.node(), one.parts().incarnations(), known, new ForeseenLocks(known), TIMES, ProtocolRules.ALL);
            WriteGate.Pass pass = gate.begin(one.parts().incarnations().current());
            pin(cluster, pass, FILE);
            assertThat(rounds).hasSize(1).noneMatch(CompletableFuture::isDone);
            pass.ended(Ending.COMMITTED);
            rounds.forEach(CoherentNodeTest::bounded);
            moving.ended(Ending.ROLLED_BACK);
        }
    }

    @Test
    void withoutLease_neitherReadsNorWrites() {
        try (CoherentCluster cluster = new CoherentCluster(1, TIMES)) {
            One one = cluster.startAdmitted(0);
            assertThat(one.node().mayServe()).isTrue();
            one.coordinator().disconnect();
            cluster.nanos.addAndGet(CoherentCluster.SESSION.toNanos() * 2 / 3);
            assertThat(one.node().mayServe()).isFalse();
            assertThatThrownBy(() -> begin(one)).isInstanceOf(FsException.class);
        }
    }

    @Test
    void lostSession_beginsAnotherIncarnation() {
        try (CoherentCluster cluster = new CoherentCluster(1, TIMES)) {
            One one = cluster.startAdmitted(0);
            WriterId first = one.parts().incarnations().current();
            cluster.coordinators.expire(first);
            CoherentCluster.await(() -> !one.parts().incarnations().current().equals(first)
                    && one.node().figures().admitted());
            WriteGate.Pass pass = begin(one);
            pass.forget(CHANGE);
            pass.ended(Ending.COMMITTED);
        }
    }

    @Test
    void subtreeOperation_waitsForWritesBelow_andRefusesNewOnes() {
        try (CoherentCluster cluster = new CoherentCluster(1, TIMES)) {
            One mover = cluster.startAdmitted(0);
            One other = cluster.startAdmitted(0);
            WriteGate.Pass below = begin(other);
            pin(cluster, below, FILE);
            WriteGate.Pass move = begin(mover);
            CompletableFuture<Void> round =
                    CompletableFuture.runAsync(() -> move.forget(Scope.ofPrefixes(FsPath.parse("/d"))));
            CoherentCluster.await(() -> isRefused(cluster, other, FILE));
            assertThat(round).isNotDone();
            assertThat(isRefused(cluster, other, FsPath.parse("/dd/f"))).isFalse();
            below.ended(Ending.COMMITTED);
            round.join();
            assertThat(isRefused(cluster, mover, FILE)).isTrue();
            move.ended(Ending.COMMITTED);
            CoherentCluster.await(() -> !isRefused(cluster, other, FILE));
        }
    }

    @Test
    void changeOfAPermission_turnsWritesBelowBack_waitsForSealedOnes_andHasNewOnesLock() {
        try (CoherentCluster cluster = new CoherentCluster(1, TIMES)) {
            One changer = cluster.startAdmitted(0);
            One other = cluster.startAdmitted(0);
            WriteGate.Pass early = begin(other);
            pin(cluster, early, FILE);
            WriteGate.Pass sealed = begin(other);
            pin(cluster, sealed, FsPath.parse("/d/g"));
            sealed.seal();
            WriteGate.Pass change = begin(changer);
            pin(cluster, change, FsPath.parse("/d"));
            CompletableFuture<Void> round =
                    CompletableFuture.runAsync(() -> change.forget(Scope.ofDirectories(FsPath.parse("/d"))));
            CoherentCluster.await(() -> locksOnTheWay(cluster, other, FILE));
            assertThat(round).isNotDone();
            assertThat(locksOnTheWay(cluster, other, FsPath.parse("/d"))).isFalse();
            assertThatThrownBy(early::seal).isInstanceOf(StoreException.class);
            assertThat(early.wasTurnedBack()).isTrue();
            early.ended(Ending.ROLLED_BACK);
            assertThat(round).isNotDone();
            sealed.ended(Ending.COMMITTED);
            bounded(round);
            change.seal();
            change.ended(Ending.COMMITTED);
            CoherentCluster.await(() -> !locksOnTheWay(cluster, other, FILE));
        }
    }

    private static boolean locksOnTheWay(CoherentCluster cluster, One one, FsPath path) {
        WriteGate.Pass pass = begin(one);
        try (Transaction tx = cluster.store.beginRead()) {
            PathPins pins = (PathPins) pass.guard(tx);
            pins.pin(path);
            return pins.locksOnTheWay(path);
        } finally {
            pass.ended(Ending.ROLLED_BACK);
        }
    }

    @Test
    void commitInDoubt_isPendingUntilItsWriterIsFenced() {
        try (CoherentCluster cluster = new CoherentCluster(1, TIMES)) {
            One one = cluster.startAdmitted(0);
            WriterId first = one.parts().incarnations().current();
            One other = cluster.startAdmitted(0);
            Transaction stillOpen = cluster.store.beginWrite(first);
            WriteGate.Pass pass = begin(one);
            pass.forget(CHANGE);
            pass.ended(Ending.IN_DOUBT);
            assertThat(admits(other)).isFalse();
            CoherentCluster.await(() -> !one.parts().incarnations().current().equals(first));
            assertThat(admits(one)).isFalse();
            assertThat(admits(other)).isFalse();
            stillOpen.close();
            CoherentCluster.await(() -> admits(one) && admits(other));
        }
    }

    @Test
    void idleNode_leavesAndComesBackWithItsNextRequest() {
        try (CoherentCluster cluster = new CoherentCluster(1, TIMES)) {
            One idle = cluster.startAdmitted(0);
            idle.parts().incarnations().rest();
            CoherentCluster.await(() -> cluster.coordinators.members().isEmpty());
            assertThat(idle.node().mayServe()).isFalse();
            idle.parts().incarnations().requested();
            CoherentCluster.await(() -> idle.node().figures().admitted());
        }
    }

    private static CoherenceTimes withRound(Duration round) {
        return new CoherenceTimes(round, Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofMillis(5));
    }

    private static void bounded(CompletableFuture<Void> round) {
        round.orTimeout(BOUND.toSeconds(), TimeUnit.SECONDS).join();
    }

    private static WriteGate.Pass begin(One one) {
        return one.parts().gate().begin(one.parts().incarnations().current());
    }

    /** Whether a read that begins now may be kept. */
    private static boolean admits(One one) {
        FillToken token = one.node().begin(FILE);
        return one.node().complete(token, () -> {});
    }

    private static List<Directory> pin(CoherentCluster cluster, WriteGate.Pass pass, FsPath path) {
        try (Transaction tx = cluster.store.beginRead()) {
            return ((PathPins) pass.guard(tx)).pin(path);
        }
    }

    private static boolean isRefused(CoherentCluster cluster, One one, FsPath path) {
        WriteGate.Pass pass = begin(one);
        try {
            pin(cluster, pass, path);
            return false;
        } catch (StoreException refused) {
            return true;
        } finally {
            pass.ended(Ending.ROLLED_BACK);
        }
    }
}
