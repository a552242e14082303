package io.lambdafs.namenode.op.decoupling;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.namenode.subtree.EndedSubtrees;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.decoupling.DecoupleRequest;
import io.lambdafs.wire.decoupling.DecoupledLease;
import io.lambdafs.wire.decoupling.DecouplingInfo;
import io.lambdafs.wire.decoupling.DecouplingList;
import io.lambdafs.wire.decoupling.DecouplingMethods;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of subtrees whose clients are not heard of any more. */
final class EndedSubtreesTest extends DecouplingCases {
    private static final String NOTHING_PROMISED = "consistency: append_client_journal";
    private static final String ON_DISK = "consistency: append_client_journal+local_persist";
    private static final String IN_THE_STORE = "consistency: append_client_journal+global_persist";
    private static final long LEASE_MILLIS = 60_000;

    private final Queue<Runnable> due = new ArrayDeque<>();

    @BeforeEach
    void start() {
        new EndedSubtrees(
                        fixture.runner,
                        fixture.nameNode(),
                        (delay, task) -> due.add(task),
                        Duration.ofSeconds(30),
                        new UUID(7, 7))
                .start();
    }

    private DecoupledLease decouple(String policy) throws MalformedEnvelopeException {
        return DecoupledLease.decode(call(
                USER,
                DecouplingMethods.DECOUPLE,
                new DecoupleRequest(ROOT, "test", 100, LEASE_MILLIS, policy).encode()));
    }

    /** The state of the only decoupled subtree after another look; empty if there is none. */
    private String stateAfterALook() throws MalformedEnvelopeException {
        due.remove().run();
        return DecouplingList.decode(call(USER, DecouplingMethods.LIST, new byte[0])).all().stream()
                .map(DecouplingInfo::state)
                .findFirst()
                .orElse("");
    }

    @Test
    void subtreeWhoseLeaseHasNotEnded_isLeftAlone() throws MalformedEnvelopeException {
        DecoupledLease lease = decouple(NOTHING_PROMISED);
        fixture.advance(LEASE_MILLIS - 1);
        assertThat(stateAfterALook()).isEqualTo("held");
        call(USER, DecouplingMethods.RENEW, request(lease, 0));
        fixture.advance(LEASE_MILLIS - 1);
        assertThat(stateAfterALook()).isEqualTo("held");
    }

    @Test
    void subtreeOfWhichNothingWasPromised_isDiscarded() throws MalformedEnvelopeException {
        long before = inodes();
        decouple(NOTHING_PROMISED);
        fixture.advance(LEASE_MILLIS);
        assertThat(stateAfterALook()).isEmpty();
        assertThat(inodes()).isEqualTo(before);
    }

    @Test
    void subtreeWhoseJournalIsOnItsClientsDisk_waits_unlessThePolicySaysDiscard() throws MalformedEnvelopeException {
        DecoupledLease lease = decouple(ON_DISK);
        fixture.advance(LEASE_MILLIS);
        assertThat(stateAfterALook()).isEqualTo("lease ended");
        call(USER, DecouplingMethods.DISCARD, request(lease, 0));
        decouple(ON_DISK + "\non_lease_end: discard");
        fixture.advance(LEASE_MILLIS);
        assertThat(stateAfterALook()).isEmpty();
    }

    @Test
    void journalInTheStore_isMerged() throws MalformedEnvelopeException {
        DecoupledLease lease = decouple(IN_THE_STORE);
        files(lease, 5);
        call(USER, DecouplingMethods.PERSIST, staged(lease));
        fixture.advance(LEASE_MILLIS);
        assertThat(stateAfterALook()).isEmpty();
        assertThat(names()).hasSize(5);
    }

    @Test
    void journalInTheStore_isDiscarded_ifThePolicySaysSo() throws MalformedEnvelopeException {
        DecoupledLease lease = decouple(IN_THE_STORE + "\non_lease_end: discard");
        files(lease, 5);
        call(USER, DecouplingMethods.PERSIST, staged(lease));
        fixture.advance(LEASE_MILLIS);
        assertThat(stateAfterALook()).isEmpty();
        assertThat(names()).isEmpty();
    }

    @Test
    void mergeThatHasBegun_isFinished_whateverThePolicySays() throws MalformedEnvelopeException {
        mkdir(USER, ROOT + "/before", 0755);
        DecoupledLease lease = decouple(NOTHING_PROMISED + "\non_lease_end: discard");
        files(lease, 5);
        begin(lease);
        fixture.advance(LEASE_MILLIS);
        assertThat(stateAfterALook()).isEmpty();
        assertThat(names()).hasSize(6);
    }

    @Test
    void mergeThatIsRefused_isTriedAgainAtTheNextLook() throws MalformedEnvelopeException {
        mkdir(USER, ROOT + "/before", 0755);
        DecoupledLease lease = decouple(NOTHING_PROMISED);
        files(lease, 5);
        begin(lease);
        permission(ROOT, 0555);
        fixture.advance(LEASE_MILLIS);
        assertThat(stateAfterALook()).isEqualTo("merging");
        permission(ROOT, 0755);
        assertThat(stateAfterALook()).isEmpty();
        assertThat(names()).hasSize(6);
    }
}
