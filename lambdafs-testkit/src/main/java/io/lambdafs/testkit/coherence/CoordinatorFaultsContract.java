package io.lambdafs.testkit.coherence;

import static io.lambdafs.testkit.coherence.PeerCluster.awaitUntil;
import static io.lambdafs.testkit.coherence.PeerCluster.member;
import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.coherence.Coordinator;
import io.lambdafs.coherence.RoundId;
import io.lambdafs.coherence.Scope;
import io.lambdafs.fs.FsPath;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every coordinator must do when processes die, are cut off, or the coordinator restarts. */
public abstract class CoordinatorFaultsContract {
    private static final Scope SCOPE = Scope.ofPaths(FsPath.parse("/a/b"));
    private static final Scope SUBTREE = Scope.ofPrefixes(FsPath.parse("/a"));

    private static final int TIMES = 20;

    private CoordinatorFixture fixture;
    private PeerCluster cluster;

    /** A new coordinator. */
    protected abstract CoordinatorFixture fixture() throws Exception;

    @BeforeEach
    final void begin() throws Exception {
        fixture = fixture();
        cluster = new PeerCluster(fixture);
    }

    @AfterEach
    final void end() throws Exception {
        cluster.end();
    }

    private void expire(Peer peer) throws Exception {
        fixture.expire(peer.coordinator(), peer.writer());
    }

    @Test
    void lostSession_isHeardByItsMemberLastAndByOthers() throws Exception {
        Peer one = cluster.silent(1, 0);
        Peer two = cluster.silent(2, 0);
        expire(two);
        one.await("departed 2");
        two.await("lost");
        two.publish(1, SCOPE, 0);
        two.session().acknowledge(one.publish(1, SCOPE, 0));
        two.session().leave();
        one.await("published 1.1");
        assertThat(one.heard()).doesNotContain("inv 2.1", "acknowledged 1.1 by 2");
        assertThat(two.heard()).endsWith("lost").doesNotContain("inv 1.1");
    }

    @Test
    void afterALoss_theProcessJoinsAnew() throws Exception {
        Peer one = cluster.eager(1, 0);
        Peer two = cluster.eager(2, 0);
        two.publish(1, SCOPE, 0);
        two.await("acknowledged 2.1 by 1");
        expire(two);
        two.await("lost");
        Peer again = cluster.keep(Peer.eager(two.coordinator(), member(3, 0))).awaitRegistered();
        // What a former incarnation published is there until somebody removes it.
        assertThat(again.heard().get(0)).isEqualTo("registered [1] [2.1]");
        again.await("join acknowledged by 1");
        again.publish(1, SCOPE, 0);
        again.await("acknowledged 3.1 by 1");
        one.await("departed 2", "joined 3");
    }

    @Test
    void inv_outlivesItsLeaderUntilAnotherRemovesIt() throws Exception {
        Peer leader = cluster.silent(1, 0);
        Peer two = cluster.eager(2, 1);
        Peer three = cluster.eager(3, 2);
        RoundId round = leader.publish(1, SUBTREE, 1, 2);
        leader.await("acknowledged 1.1 by 2", "acknowledged 1.1 by 3");
        expire(leader);
        two.await("departed 1");
        three.await("departed 1");
        Peer joiner = cluster.silent(4, 1);
        assertThat(joiner.heard().get(0)).isEqualTo("registered [2, 3] [1.1]");
        assertThat(two.heard()).doesNotContain("ended 1.1");
        joiner.session().remove(round);
        two.session().remove(round);
        for (Peer peer : List.of(two, three, joiner)) {
            peer.await("ended 1.1");
        }
        two.session().remove(round);
        awaitNoRemains();
    }

    /** It is pending in every member until it is gone, and nobody else removes it. */
    @Test
    void removalAskedForWhileCutOff_isMadeAfterwards() throws Exception {
        Peer leader = cluster.silent(1, 0);
        Peer follower = cluster.eager(2, 1);
        RoundId round = leader.publish(1, SUBTREE, 1);
        leader.await("acknowledged 1.1 by 2");
        expire(leader);
        follower.await("departed 1");
        fixture.disconnect(follower.coordinator());
        follower.session().remove(round);
        fixture.awaitFailure(follower.coordinator());
        fixture.reconnect(follower.coordinator());
        follower.await("ended 1.1");
        awaitNoRemains();
    }

    @Test
    void whenAllHaveGoneAtOnce_theNextFindsWhatTheyLeft() throws Exception {
        Peer one = cluster.eager(1, 0);
        Peer two = cluster.eager(2, 0);
        RoundId of1 = one.publish(1, SCOPE, 0);
        RoundId of2 = two.publish(1, SUBTREE, 0, 1);
        one.await("acknowledged 1.1 by 2");
        two.await("acknowledged 2.1 by 1");
        expire(one);
        expire(two);
        one.await("lost");
        two.await("lost");
        Peer next = cluster.silent(3, 0);
        assertThat(next.heard().get(0)).isEqualTo("registered [] [1.1, 2.1]");
        assertThat(next.coordinator().members()).containsExactly(next.member());
        next.session().remove(of1);
        next.session().remove(of2);
        next.await("ended 1.1", "ended 2.1");
        awaitNoRemains();
    }

    /** A joiner waits for each member that it finds, and so must hear of its departure. */
    @Test
    void memberThatGoesWhileAnotherJoins_isNotFound_orItsDepartureIsHeard() throws Exception {
        for (int time = 0; time < TIMES; time++) {
            Peer goes = cluster.silent(1 + 2 * time, 0);
            Coordinator process = cluster.coordinator();
            goes.session().leave();
            Peer joiner =
                    cluster.keep(Peer.silent(process, member(2 + 2 * time, 0))).awaitRegistered();
            if (joiner.others().contains(goes.member())) {
                joiner.await("departed " + goes.writer().value());
            }
            joiner.session().leave();
        }
    }

    @Test
    void deadMembers_leaveNothing() throws Exception {
        Peer one = cluster.eager(1, 0);
        Peer two = cluster.eager(2, 0);
        two.await("join acknowledged by 1");
        RoundId round = one.publish(1, SCOPE, 0);
        one.await("acknowledged 1.1 by 2");
        expire(two);
        one.await("departed 2");
        one.session().end(round);
        awaitNoRemains();
        expire(one);
        one.await("lost");
        cluster.eager(3, 0);
        awaitNoRemains();
    }

    @Test
    void proofOfLife_stopsWithTheConnection() throws Exception {
        Peer one = cluster.silent(1, 0);
        long joined = fixture.now();
        awaitUntil("a proof of life", () -> one.session().provenAliveNanos() - joined > 0);
        fixture.disconnect(one.coordinator());
        long cut = fixture.now();
        assertThat(one.session().provenAliveNanos() - cut).isNotPositive();
        fixture.reconnect(one.coordinator());
        awaitUntil("a proof of life", () -> one.session().provenAliveNanos() - cut > 0);
    }

    @Test
    void whatHappensWhileCutOff_isHeardAfterwards() throws Exception {
        Peer away = cluster.eager(1, 0);
        Peer leader = cluster.eager(2, 1);
        Peer leaver = cluster.silent(3, 1);
        RoundId before = leader.publish(1, SCOPE, 0);
        RoundId stays = leader.publish(2, SCOPE, 0);
        away.await("inv 2.1", "inv 2.2", "joined 3");
        RoundId own = away.publish(1, SCOPE, 1);
        leader.await("inv 1.1");
        away.await("acknowledged 1.1 by 2");
        fixture.disconnect(away.coordinator());
        leader.session().end(before);
        leader.publish(3, SUBTREE, 0);
        leader.publish(4, Scope.ofPaths(FsPath.parse("/" + "long".repeat(60) + "/" + "name".repeat(60))), 0);
        leaver.session().acknowledge(own);
        leaver.session().leave();
        leader.await("published 2.4", "departed 3");
        Peer joiner = cluster.silent(4, 1);
        away.session().end(own);
        away.publish(2, SCOPE, 1);
        fixture.reconnect(away.coordinator());
        away.await("ended 2.1", "inv 2.3", "inv 2.4", "departed 3", "joined 4", "published 1.2");
        joiner.await("inv 1.2", "join acknowledged by 1");
        leader.await("acknowledged 2.3 by 1", "acknowledged 2.4 by 1", "ended 1.1", "inv 1.2");
        away.await("acknowledged 1.2 by 2");
        assertThat(away.heard()).doesNotContain("ended 2.2", "lost");
        leader.session().end(stays);
        away.await("ended 2.2");
    }

    @Test
    void acknowledgementGivenWhileCutOff_arrivesAfterwards() throws Exception {
        Peer away = cluster.silent(1, 0);
        Peer leader = cluster.silent(2, 1);
        RoundId round = leader.publish(1, SUBTREE, 0);
        away.await("inv 2.1", "joined 2");
        fixture.disconnect(away.coordinator());
        away.session().acknowledge(round);
        away.session().acknowledgeJoin(leader.writer());
        assertThat(leader.heard()).doesNotContain("acknowledged 2.1 by 1");
        fixture.reconnect(away.coordinator());
        leader.await("acknowledged 2.1 by 1", "join acknowledged by 1");
    }

    @Test
    void acknowledgementToOneCutOff_arrivesAfterwards() throws Exception {
        Peer away = cluster.silent(1, 0);
        Peer follower = cluster.silent(2, 1);
        RoundId round = away.publish(1, SUBTREE, 1);
        follower.await("inv 1.1");
        away.await("published 1.1");
        fixture.disconnect(away.coordinator());
        follower.session().acknowledge(round);
        fixture.reconnect(away.coordinator());
        away.await("acknowledged 1.1 by 2");
    }

    @Test
    void restartOfTheCoordinator_losesNothing() throws Exception {
        Peer one = cluster.eager(1, 0);
        Peer two = cluster.eager(2, 0);
        one.publish(1, SCOPE, 0);
        one.await("acknowledged 1.1 by 2", "joined 2");
        one.publish(2, SCOPE, 0);
        two.publish(1, SUBTREE, 0);
        fixture.stop();
        one.publish(3, SCOPE, 0);
        one.session().end(one.round(1));
        fixture.start();
        one.await("acknowledged 1.2 by 2", "acknowledged 1.3 by 2", "inv 2.1");
        two.await("ended 1.1", "acknowledged 2.1 by 1");
        for (int number = 2; number <= 3; number++) {
            one.session().end(one.round(number));
        }
        two.session().end(two.round(1));
        one.await("ended 2.1");
        two.await("ended 1.2", "ended 1.3");
        awaitNoRemains();
        assertThat(one.heard()).doesNotContain("lost", "departed 2");
    }

    @Test
    void restartsDuringRounds_loseNoneOfThem() throws Exception {
        Peer one = cluster.eager(1, 0);
        Peer two = cluster.eager(2, 0);
        int number = 0;
        for (int restart = 0; restart < 3; restart++) {
            for (int i = 0; i < 50; i++) {
                number++;
                one.publish(number, i % 10 == 0 ? SUBTREE : SCOPE, 0);
                two.publish(number, SCOPE, 0, 1);
                if (i == 25) {
                    fixture.stop();
                    fixture.start();
                }
            }
        }
        for (int i = 1; i <= number; i++) {
            one.await("acknowledged 1." + i + " by 2", "inv 2." + i);
            two.await("acknowledged 2." + i + " by 1", "inv 1." + i);
            one.session().end(one.round(i));
            two.session().end(two.round(i));
        }
        for (int i = 1; i <= number; i++) {
            one.await("ended 2." + i);
            two.await("ended 1." + i);
        }
        awaitNoRemains();
    }

    private void awaitNoRemains() throws Exception {
        awaitUntil("nothing is left of rounds", () -> fixture.remains().isEmpty());
    }
}
