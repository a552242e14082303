package io.lambdafs.testkit.coherence;

import static io.lambdafs.testkit.coherence.PeerCluster.awaitUntil;
import static io.lambdafs.testkit.coherence.PeerCluster.member;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.coherence.Coordinator;
import io.lambdafs.coherence.CoordinatorException;
import io.lambdafs.coherence.Member;
import io.lambdafs.coherence.RoundId;
import io.lambdafs.coherence.Scope;
import io.lambdafs.fs.FsPath;
import io.lambdafs.store.WriterId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every coordinator must do while nothing fails. An adapter's test extends it and gives it a coordinator. */
public abstract class CoordinatorContract {
    private static final Scope SCOPE = Scope.ofPaths(FsPath.parse("/a/b"));
    private static final Scope SUBTREE = Scope.ofPrefixes(FsPath.parse("/a"));
    private static final int MANY = 200;
    private static final int JOINING = 8;
    private static final int TIMES = 10;

    private CoordinatorFixture fixture;
    private PeerCluster cluster;

    /** A new coordination service. */
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

    @Test
    void firstMember_isRegisteredAlone() throws Exception {
        Peer one = cluster.silent(1, 0);
        assertThat(one.heard()).containsExactly("registered [] []");
    }

    @Test
    void members_areTheSameForEveryProcess_alsoForOneThatIsNone() throws Exception {
        Coordinator observer = cluster.coordinator();
        assertThat(observer.members()).isEmpty();
        Peer one = cluster.silent(1, 0);
        assertThat(observer.members()).containsExactly(one.member());
        assertThat(one.coordinator().members()).containsExactly(one.member());
    }

    @Test
    void memberWithUnusualNames_arrivesUnchanged() throws Exception {
        Peer witness = cluster.silent(1, 0);
        Member unusual = new Member(Integer.MAX_VALUE, new WriterId(Long.MAX_VALUE), "a/b c\nλ \"'", Long.MAX_VALUE);
        Peer peer = cluster.keep(Peer.silent(cluster.coordinator(), unusual)).awaitRegistered();
        assertThat(witness.coordinator().members()).containsExactlyInAnyOrder(witness.member(), unusual);
        witness.await("joined " + Long.MAX_VALUE);
        assertThat(cluster.silent(2, 0).others()).containsExactlyInAnyOrder(witness.member(), peer.member());
    }

    @Test
    void membersOfOneProcess_areSeparate_andHearTheSame() throws Exception {
        Coordinator process = cluster.coordinator();
        Peer first = cluster.keep(Peer.silent(process, member(1, 0))).awaitRegistered();
        Peer second = cluster.keep(Peer.silent(process, member(2, 1))).awaitRegistered();
        Peer third = cluster.silent(3, 0);
        first.await("joined 3");
        second.await("joined 3");
        first.session().leave();
        second.await("departed 1");
        assertThat(process.members()).containsExactlyInAnyOrder(second.member(), third.member());
    }

    @Test
    void expelledMember_isGoneAtOnce_andTheOthersHearOfIt() throws Exception {
        Peer dead = cluster.silent(1, 0);
        Peer other = cluster.silent(2, 0);
        other.coordinator().expel(dead.member());
        assertThat(other.coordinator().members()).containsExactly(other.member());
        other.await("departed 1");
        dead.await("lost");
    }

    @Test
    void expel_ofAMemberThatIsNotThere_changesNothing() throws Exception {
        Peer one = cluster.silent(1, 0);
        Coordinator observer = cluster.coordinator();
        observer.expel(member(2, 0));
        observer.expel(new Member(0, one.writer(), "another instance", 1));
        assertThat(observer.members()).containsExactly(one.member());
    }

    @Test
    void closedCoordinator_hasLeftWithAllItsMembers_andRefuses() throws Exception {
        Peer witness = cluster.silent(1, 0);
        Coordinator process = cluster.coordinator();
        Peer one = cluster.keep(Peer.silent(process, member(2, 0))).awaitRegistered();
        Peer two = cluster.keep(Peer.silent(process, member(3, 1))).awaitRegistered();
        process.close();
        witness.await("joined 2", "joined 3", "departed 2", "departed 3");
        assertThat(witness.coordinator().members()).containsExactly(witness.member());
        assertThat(List.of(one.heard(), two.heard()))
                .allSatisfy(heard -> assertThat(heard).doesNotContain("lost"));
        assertThatThrownBy(process::members).isInstanceOf(CoordinatorException.class);
        assertThatThrownBy(() -> process.expel(witness.member())).isInstanceOf(CoordinatorException.class);
        assertThatThrownBy(() -> Peer.silent(process, member(4, 0))).isInstanceOf(CoordinatorException.class);
        process.close();
    }

    /** For coordinators whose threads are their own; an exception in a thread of a simulation is to end it. */
    protected final void assertThatAListenerThatFails_hearsTheRest() throws Exception {
        Peer fails = cluster.silent(1, 0);
        fails.failNext(new IllegalStateException("this listener was told to fail"));
        cluster.silent(2, 0);
        fails.await("joined 2");
        fails.failNext(new LinkageError("this listener was told to fail as nobody expects it"));
        cluster.silent(3, 0);
        fails.await("joined 3");
        cluster.silent(4, 0);
        fails.await("joined 4");
    }

    @Test
    void laterMember_seesThoseBeforeAndIsSeen() throws Exception {
        Peer one = cluster.silent(1, 0);
        Peer two = cluster.silent(2, 1);
        assertThat(two.others()).containsExactly(one.member());
        one.await("joined 2");
        Peer three = cluster.silent(3, 0);
        assertThat(three.others()).containsExactlyInAnyOrder(one.member(), two.member());
    }

    @Test
    void joins_areAcknowledgedToTheJoinerAlone() throws Exception {
        Peer one = cluster.eager(1, 0);
        Peer two = cluster.eager(2, 1);
        two.await("join acknowledged by 1");
        Peer three = cluster.silent(3, 0);
        three.await("join acknowledged by 1", "join acknowledged by 2");
        assertThat(one.heard()).noneMatch(call -> call.startsWith("join acknowledged"));
    }

    /** If two found each other, each would wait for the other's acknowledgement, and neither be asked for its own. */
    @Test
    void ofTwoThatJoinTogether_oneFindsTheOtherWhichHearsOfIt() throws Exception {
        List<Coordinator> coordinators = new ArrayList<>();
        for (int i = 0; i < JOINING; i++) {
            coordinators.add(cluster.coordinator());
        }
        for (int time = 0; time < TIMES; time++) {
            List<Peer> peers = new ArrayList<>();
            for (int i = 0; i < JOINING; i++) {
                peers.add(cluster.keep(Peer.eager(coordinators.get(i), member(1 + time * JOINING + i, i % 2))));
            }
            for (Peer one : peers) {
                for (Peer two : peers.subList(0, peers.indexOf(one))) {
                    assertFirstHearsOfSecond(one.awaitRegistered(), two.awaitRegistered());
                }
            }
            for (Peer peer : peers) {
                peer.session().leave();
            }
        }
    }

    private static void assertFirstHearsOfSecond(Peer one, Peer two) throws InterruptedException {
        boolean oneIsFirst = two.others().contains(one.member());
        assertThat(one.others().contains(two.member()))
                .as("%s found %s, which found %s", one.writer(), two.writer(), two.others())
                .isNotEqualTo(oneIsFirst);
        Peer first = oneIsFirst ? one : two;
        Peer second = oneIsFirst ? two : one;
        first.await("joined " + second.writer().value());
        second.await("join acknowledged by " + first.writer().value());
    }

    @Test
    void inv_reachesTheMembersOfTheDeploymentsAndNobodyElse() throws Exception {
        Peer leader = cluster.silent(1, 0);
        Peer neighbour = cluster.silent(2, 0);
        Peer target = cluster.silent(3, 1);
        Peer other = cluster.silent(4, 2);
        leader.publish(1, SCOPE, 0, 1);
        leader.await("published 1.1");
        neighbour.await("inv 1.1");
        target.await("inv 1.1");
        leader.publish(2, SCOPE, 2);
        other.await("inv 1.2");
        assertThat(other.heard()).doesNotContain("inv 1.1");
        assertThat(leader.heard()).noneMatch(call -> call.startsWith("inv"));
        assertThat(target.scope(leader.round(1))).isEqualTo(SCOPE);
        target.await("registered [1, 2] []", "joined 4");
    }

    @Test
    void eachDeployment_getsItsOwnScope() throws Exception {
        Peer leader = cluster.silent(1, 0);
        Peer two = cluster.silent(2, 1);
        Peer three = cluster.silent(3, 2);
        leader.session().publish(leader.round(1), Map.of(1, SCOPE, 2, SUBTREE));
        two.await("inv 1.1");
        three.await("inv 1.1");
        assertThat(two.scope(leader.round(1))).isEqualTo(SCOPE);
        assertThat(three.scope(leader.round(1))).isEqualTo(SUBTREE);
    }

    @Test
    void acknowledgements_reachTheLeader() throws Exception {
        Peer leader = cluster.silent(1, 0);
        Peer two = cluster.silent(2, 1);
        Peer three = cluster.silent(3, 1);
        RoundId round = leader.publish(1, SCOPE, 1);
        two.await("inv 1.1");
        two.session().acknowledge(round);
        leader.await("published 1.1", "acknowledged 1.1 by 2");
        assertThat(leader.heard()).doesNotContain("acknowledged 1.1 by 3");
        three.await("inv 1.1");
        three.session().acknowledge(round);
        leader.await("acknowledged 1.1 by 3");
        assertThat(two.heard()).noneMatch(call -> call.startsWith("acknowledged"));
    }

    @Test
    void roundsOfSeveralLeaders_doNotMix() throws Exception {
        Peer one = cluster.eager(1, 0);
        Peer two = cluster.eager(2, 0);
        one.publish(1, SCOPE, 0);
        two.publish(1, SUBTREE, 0);
        one.await("acknowledged 1.1 by 2", "inv 2.1");
        two.await("acknowledged 2.1 by 1", "inv 1.1");
        one.session().end(one.round(1));
        two.await("ended 1.1");
        assertThat(one.heard()).doesNotContain("ended 2.1");
    }

    @Test
    void end_isHeardAndLeavesNothing() throws Exception {
        Peer leader = cluster.silent(1, 0);
        Peer follower = cluster.eager(2, 1);
        RoundId round = leader.publish(1, SCOPE, 1, 2);
        leader.await("acknowledged 1.1 by 2");
        assertThat(follower.heard()).doesNotContain("ended 1.1");
        leader.session().end(round);
        follower.await("ended 1.1");
        awaitNoRemains();
    }

    @Test
    void endedAtOnce_isNeitherHeardForeverNorLeft() throws Exception {
        Peer leader = cluster.silent(1, 0);
        Peer follower = cluster.eager(2, 1);
        for (int i = 1; i <= MANY; i++) {
            leader.session().end(leader.publish(i, SCOPE, 1));
        }
        leader.publish(MANY + 1, SCOPE, 1);
        leader.await("acknowledged 1." + (MANY + 1) + " by 2");
        leader.session().end(leader.round(MANY + 1));
        follower.await("ended 1." + (MANY + 1));
        List<String> heard = follower.heard();
        heard.stream()
                .filter(call -> call.startsWith("inv "))
                .forEach(call -> assertThat(heard).contains(call.replace("inv", "ended")));
        awaitNoRemains();
    }

    @Test
    void lateAcknowledgement_leavesNothing() throws Exception {
        Peer leader = cluster.silent(1, 0);
        Peer follower = cluster.silent(2, 1);
        RoundId round = leader.publish(1, SCOPE, 1);
        follower.await("inv 1.1");
        leader.session().end(round);
        follower.session().acknowledge(round);
        follower.await("ended 1.1");
        awaitNoRemains();
    }

    @Test
    void joiner_seesTheInvsToItsDeploymentThatAreThere() throws Exception {
        Peer leader = cluster.silent(1, 0);
        leader.publish(1, SCOPE, 1);
        leader.publish(2, SUBTREE, 1, 2);
        leader.publish(3, SCOPE, 2);
        leader.publish(4, SCOPE, 1);
        leader.await("published 1.1", "published 1.2", "published 1.3", "published 1.4");
        Peer joiner = cluster.silent(2, 1);
        assertThat(joiner.heard()).containsExactly("registered [1] [1.1, 1.2, 1.4]");
        assertThat(joiner.scope(leader.round(2))).isEqualTo(SUBTREE);
        joiner.session().acknowledge(leader.round(2));
        leader.await("acknowledged 1.2 by 2");
        List.of(1L, 2L, 4L).forEach(number -> leader.session().end(leader.round(number)));
        joiner.await("ended 1.1", "ended 1.2", "ended 1.4");
    }

    @Test
    void inv_publishedWhileAMemberRegisters_isNotMissed() throws Exception {
        Peer leader = cluster.silent(1, 0);
        for (int i = 1; i <= 20; i++) {
            Coordinator coordinator = cluster.coordinator();
            Peer joiner = cluster.keep(Peer.silent(coordinator, member(1 + i, 1)));
            leader.publish(i, SCOPE, 1);
            String name = "1." + i;
            String listed = "registered .*[\\[ ]1\\." + i + "[,\\]].*";
            joiner.awaitThat(
                    heard -> heard.contains("inv " + name) || heard.stream().anyMatch(call -> call.matches(listed)),
                    "an INV of " + name);
            leader.session().end(leader.round(i));
            joiner.await("ended " + name);
        }
    }

    @Test
    void manyRoundsAtOnce_allComplete() throws Exception {
        List<Peer> peers = List.of(cluster.eager(1, 0), cluster.eager(2, 0), cluster.eager(3, 1));
        for (int i = 1; i <= MANY; i++) {
            for (Peer leader : peers) {
                leader.publish(i, scopeOf(i, FsPath.parse("/d/" + leader.writer() + "/" + i)), 0, 1);
            }
        }
        for (Peer leader : peers) {
            for (Peer follower : peers) {
                leader.awaitThat(acknowledgedAll(leader, follower), "all rounds acknowledged by " + follower.writer());
            }
            for (int i = 1; i <= MANY; i++) {
                leader.session().end(leader.round(i));
            }
        }
        for (Peer leader : peers) {
            for (Peer follower : peers) {
                follower.awaitThat(endedAll(leader, follower), "the end of all rounds of " + leader.writer());
            }
        }
        awaitNoRemains();
        peers.forEach(CoordinatorContract::assertOrder);
    }

    /** Of all kinds, which a coordinator may treat differently. */
    private static Scope scopeOf(int round, FsPath path) {
        if (round % 7 == 0) {
            return SUBTREE;
        }
        return round % 3 == 0 ? Scope.ofDirectories(path) : Scope.ofPaths(path);
    }

    private static Predicate<List<String>> acknowledgedAll(Peer leader, Peer follower) {
        return heard -> leader == follower
                || count(
                                heard,
                                "acknowledged " + leader.writer().value() + "\\.\\d+ by "
                                        + follower.writer().value())
                        == MANY;
    }

    private static Predicate<List<String>> endedAll(Peer leader, Peer follower) {
        return heard ->
                leader == follower || count(heard, "ended " + leader.writer().value() + "\\.\\d+") == MANY;
    }

    private static long count(List<String> heard, String pattern) {
        return heard.stream().filter(call -> call.matches(pattern)).count();
    }

    /** An INV is heard of before its end, and its publication before its acknowledgement. */
    private static void assertOrder(Peer peer) {
        Set<String> before = new HashSet<>();
        for (String call : peer.heard()) {
            if (call.startsWith("ended ")) {
                assertThat(before).contains(call.replace("ended", "inv"));
            }
            if (call.startsWith("acknowledged ")) {
                assertThat(before).contains("published " + call.split(" ", 4)[1]);
            }
            before.add(call);
        }
    }

    @Test
    void invsOfOneLeader_areHeardInTheirOrder() throws Exception {
        Peer leader = cluster.silent(1, 0);
        Peer follower = cluster.silent(2, 1);
        for (int i = 1; i <= MANY; i++) {
            // Small ones and big ones, which a coordinator may treat differently.
            leader.publish(i, i % 3 == 0 ? Scope.ofPaths(longPath('x')) : SCOPE, 1);
        }
        follower.await("inv 1." + MANY);
        List<String> expected = new ArrayList<>(List.of("registered [1] []"));
        for (int i = 1; i <= MANY; i++) {
            expected.add("inv 1." + i);
        }
        assertThat(follower.heard()).isEqualTo(expected);
    }

    @Test
    void unusualPaths_arriveUnchanged() throws Exception {
        Peer leader = cluster.silent(1, 0);
        Peer follower = cluster.eager(2, 1);
        List<Scope> scopes = List.of(
                Scope.ofPaths(FsPath.ROOT),
                Scope.ofPrefixes(FsPath.ROOT),
                Scope.ofDirectories(FsPath.ROOT, FsPath.parse("/a")),
                Scope.ofPaths(longPath('a'), longPath('λ'), longPath('字')),
                Scope.ofPrefixes(longPath('z'), FsPath.parse("/ /%2F/\\/..a/~/\n/\uD83D\uDE00/\"'")),
                new Scope(Set.of(FsPath.parse("/a")), Set.of(FsPath.parse("/b")), Set.of(FsPath.parse("/a"))),
                Scope.NOTHING);
        for (int i = 0; i < scopes.size(); i++) {
            RoundId round = leader.publish(i + 1, scopes.get(i), 1);
            leader.await("acknowledged 1." + (i + 1) + " by 2");
            assertThat(follower.scope(round)).isEqualTo(scopes.get(i));
        }
    }

    /** As long as a path can be, in components of 80 characters. */
    private static FsPath longPath(char letter) {
        String component = "/" + String.valueOf(letter).repeat(79);
        return FsPath.parse(component.repeat(100));
    }

    @Test
    void bigScope_worksOrFails() throws Exception {
        Peer leader = cluster.silent(1, 0);
        Peer follower = cluster.eager(2, 1);
        RoundId usual = leader.publish(1, bigScope("/directory/file-"), 1);
        leader.await("acknowledged 1.1 by 2");
        assertThat(follower.scope(usual)).isEqualTo(bigScope("/directory/file-"));
        leader.publish(2, bigScope("/" + "n".repeat(250) + "/" + "m".repeat(240)), 0, 1, 2);
        leader.awaitThat(heard -> heard.contains("failed 1.2") || heard.contains("acknowledged 1.2 by 2"), "an answer");
        leader.publish(3, SCOPE, 1);
        leader.await("acknowledged 1.3 by 2");
    }

    private static Scope bigScope(String start) {
        Set<FsPath> paths = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            paths.add(FsPath.parse(start + i));
        }
        return new Scope(paths, Set.of(FsPath.parse("/directory")));
    }

    @Test
    void departure_isHeardOnLeaving() throws Exception {
        Peer one = cluster.silent(1, 0);
        Peer two = cluster.silent(2, 1);
        one.await("joined 2");
        two.session().leave();
        one.await("departed 2");
        assertThat(cluster.silent(3, 0).others()).containsExactly(one.member());
    }

    @Test
    void closingTheCoordinator_leaves() throws Exception {
        Peer one = cluster.silent(1, 0);
        Peer two = cluster.silent(2, 1);
        two.coordinator().close();
        one.await("joined 2", "departed 2");
    }

    @Test
    void leaving_keepsWhatIsPublished_untilSomebodyRemovesIt() throws Exception {
        Peer leader = cluster.eager(1, 0);
        Peer follower = cluster.eager(2, 1);
        RoundId plain = leader.publish(1, SCOPE, 1);
        RoundId subtree = leader.publish(2, SUBTREE, 0, 1, 2);
        leader.await("acknowledged 1.1 by 2", "acknowledged 1.2 by 2");
        leader.session().leave();
        follower.await("departed 1");
        assertThat(follower.heard()).doesNotContain("ended 1.1", "ended 1.2");
        follower.session().remove(plain);
        follower.session().remove(subtree);
        follower.await("ended 1.1", "ended 1.2");
        awaitNoRemains();
    }

    @Test
    void afterLeaving_nothingIsHeard() throws Exception {
        Peer leader = cluster.silent(1, 0);
        Peer leaver = cluster.silent(2, 1);
        Peer witness = cluster.silent(3, 1);
        leaver.session().leave();
        List<String> before = leaver.heard();
        leaver.session().leave();
        leaver.session().publish(leaver.round(1), Map.of(1, SCOPE));
        leader.publish(1, SCOPE, 1);
        witness.await("departed 2", "inv 1.1");
        assertThat(leaver.heard()).isEqualTo(before);
        assertThat(witness.heard()).doesNotContain("inv 2.1");
    }

    @Test
    void oneProcess_joinsAgainUnderANewName() throws Exception {
        Peer witness = cluster.eager(1, 0);
        Coordinator coordinator = cluster.coordinator();
        for (int number = 2; number < 6; number++) {
            Peer peer = cluster.keep(Peer.eager(coordinator, member(number, 1))).awaitRegistered();
            peer.await("join acknowledged by 1");
            RoundId round = peer.publish(1, SCOPE, 0);
            peer.await("acknowledged " + number + ".1 by 1");
            peer.session().end(round);
            peer.session().leave();
            witness.await("ended " + number + ".1", "departed " + number);
        }
        awaitNoRemains();
    }

    @Test
    void anothersRoundOrNone_isRefused() throws Exception {
        Peer one = cluster.silent(1, 0);
        RoundId anothers = new RoundId(member(2, 0).writer(), 1);
        assertThatThrownBy(() -> one.session().publish(anothers, Map.of(1, SCOPE)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> one.session().publish(one.round(1), Map.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void session_isProvenAliveAgainAndAgain() throws Exception {
        Peer one = cluster.silent(1, 0);
        assertThat(one.session().sessionTimeout()).isPositive();
        long before = fixture.now();
        awaitUntil("a proof of life", () -> one.session().provenAliveNanos() - before > 0);
        long proven = one.session().provenAliveNanos();
        assertThat(fixture.now() - proven).isNotNegative();
        awaitUntil("a later proof of life", () -> one.session().provenAliveNanos() - proven > 0);
    }

    private void awaitNoRemains() throws Exception {
        awaitUntil("nothing is left of rounds", () -> fixture.remains().isEmpty());
    }
}
