package io.lambdafs.namenode.op.decoupling;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.fs.INodeId;
import io.lambdafs.namenode.subtree.EndedSubtrees;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.Transaction;
import io.lambdafs.subtree.Decouplings;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import io.lambdafs.wire.decoupling.DecoupleRequest;
import io.lambdafs.wire.decoupling.DecoupledLease;
import io.lambdafs.wire.decoupling.DecouplingInfo;
import io.lambdafs.wire.decoupling.DecouplingList;
import io.lambdafs.wire.decoupling.DecouplingMethods;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of subtrees whose clients are not heard of any more. */
final class EndedSubtreesTest extends DecouplingCases {
    private static final String NOTHING_PROMISED = "consistency: append_client_journal";
    private static final String ON_DISK = "consistency: append_client_journal+local_persist";
    private static final String IN_THE_STORE = "consistency: append_client_journal+global_persist";
    private static final long LEASE_MILLIS = 60_000;

    private final Queue<Runnable> due = new ArrayDeque<>();

    /** By the method, what happens right before the NameNode carries out a request of it, once. */
    private final Map<String, Runnable> meanwhile = new HashMap<>();

    @BeforeEach
    void start() {
        new EndedSubtrees(
                        fixture.runner,
                        this::handle,
                        (delay, task) -> due.add(task),
                        Duration.ofSeconds(30),
                        new UUID(7, 7))
                .start();
    }

    private ResponseEnvelope handle(RequestEnvelope request) {
        Optional.ofNullable(meanwhile.remove(request.method())).ifPresent(Runnable::run);
        return fixture.nameNode().handle(request);
    }

    private DecoupledLease decouple(String policy) throws MalformedEnvelopeException {
        return decouple(ROOT, policy);
    }

    private DecoupledLease decouple(String path, String policy) throws MalformedEnvelopeException {
        return DecoupledLease.decode(call(
                USER,
                DecouplingMethods.DECOUPLE,
                new DecoupleRequest(path, "test", 100, LEASE_MILLIS, policy).encode()));
    }

    /** Puts the row of a subtree into a form that nobody can do anything with. */
    private void spoil(DecoupledLease lease, UnaryOperator<byte[]> change) {
        try (Transaction tx = fixture.store.beginWrite(fixture.writer)) {
            DetailKey key = new DetailKey(INodeId.NONE, DetailKind.DECOUPLED_SUBTREE, lease.number());
            byte[] row = tx.details().get(List.of(key)).get(0).value();
            tx.details().put(new Detail(key, change.apply(row.clone())));
            tx.commit();
        }
    }

    private boolean isDecoupled(DecoupledLease lease) {
        return fixture.runner.read(tx -> Decouplings.in(tx).numbers()).contains(new INodeId(lease.number()));
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

    @Test
    void discardForAnEndedLease_isRefused_ifTheLeaseWasRenewedMeanwhile() throws MalformedEnvelopeException {
        DecoupledLease lease = decouple(NOTHING_PROMISED);
        fixture.advance(LEASE_MILLIS);
        meanwhile.put(DecouplingMethods.DISCARD, () -> call(USER, DecouplingMethods.RENEW, request(lease, 0)));
        assertThat(stateAfterALook()).isEqualTo("held");
        assertThat(meanwhile).isEmpty();
        files(lease, 5);
        begin(lease);
        fixture.advance(LEASE_MILLIS);
        assertThat(stateAfterALook()).isEmpty();
        assertThat(names()).hasSize(5);
    }

    @Test
    void discardForAnEndedLease_isRefused_ifAMergeHasBegunMeanwhile() throws MalformedEnvelopeException {
        DecoupledLease lease = decouple(NOTHING_PROMISED);
        files(lease, 5);
        byte[] journalThere = staged(lease);
        fixture.advance(LEASE_MILLIS);
        meanwhile.put(DecouplingMethods.DISCARD, () -> call(USER, DecouplingMethods.BEGIN_MERGE, journalThere));
        assertThat(stateAfterALook()).isEqualTo("merging");
        assertThat(meanwhile).isEmpty();
        assertThat(stateAfterALook()).isEmpty();
        assertThat(names()).hasSize(5);
    }

    @Test
    void mergeForAnEndedLease_doesNotBegin_ifTheLeaseWasRenewedMeanwhile() throws MalformedEnvelopeException {
        DecoupledLease lease = decouple(IN_THE_STORE);
        files(lease, 5);
        call(USER, DecouplingMethods.PERSIST, staged(lease));
        fixture.advance(LEASE_MILLIS);
        meanwhile.put(DecouplingMethods.BEGIN_MERGE, () -> call(USER, DecouplingMethods.RENEW, request(lease, 0)));
        assertThat(stateAfterALook()).isEqualTo("held");
        assertThat(meanwhile).isEmpty();
        assertThat(names()).isEmpty();
    }

    @Test
    void discardByTheUser_isCarriedOut_whateverTheLeaseIs() throws MalformedEnvelopeException {
        DecoupledLease lease = decouple(NOTHING_PROMISED);
        call(USER, DecouplingMethods.RENEW, request(lease, 0));
        call(USER, DecouplingMethods.DISCARD, request(lease, 0));
        assertThat(isDecoupled(lease)).isFalse();
    }

    @Test
    void subtreeThatIsRenewedWhileOthersAreClearedUp_isLeftAlone() throws MalformedEnvelopeException {
        mkdir(USER, ROOT + "/first", 0755);
        mkdir(USER, ROOT + "/second", 0755);
        DecoupledLease first = decouple(ROOT + "/first", NOTHING_PROMISED);
        DecoupledLease second = decouple(ROOT + "/second", NOTHING_PROMISED);
        fixture.advance(LEASE_MILLIS);
        meanwhile.put(DecouplingMethods.DISCARD, () -> {
            call(USER, DecouplingMethods.RENEW, request(second, 0));
            // Nothing is asked for the second one.
            meanwhile.put(DecouplingMethods.DISCARD, () -> {});
        });
        due.remove().run();
        assertThat(isDecoupled(first)).isFalse();
        assertThat(isDecoupled(second)).isTrue();
        assertThat(meanwhile).containsKey(DecouplingMethods.DISCARD);
    }

    @Test
    void subtreeThatNobodyCanDealWith_doesNotKeepOthersFromBeingClearedUp() throws MalformedEnvelopeException {
        for (String name : List.of("first", "second", "third")) {
            mkdir(USER, ROOT + "/" + name, 0755);
        }
        DecoupledLease unknownPolicy = decouple(ROOT + "/first", NOTHING_PROMISED);
        DecoupledLease damaged = decouple(ROOT + "/second", NOTHING_PROMISED);
        DecoupledLease sound = decouple(ROOT + "/third", NOTHING_PROMISED);
        spoil(
                unknownPolicy,
                row -> new String(row, ISO_8859_1)
                        .replace("append_client_journal", "append_server_journal")
                        .getBytes(ISO_8859_1));
        spoil(damaged, row -> Arrays.copyOf(row, row.length / 2));
        fixture.advance(LEASE_MILLIS);
        due.remove().run();
        assertThat(isDecoupled(sound)).isFalse();
        assertThat(isDecoupled(unknownPolicy)).isTrue();
        assertThat(isDecoupled(damaged)).isTrue();
        assertThat(due).hasSize(1);
    }

    @Test
    void clientThatPersists_isHeardOf() throws MalformedEnvelopeException {
        DecoupledLease lease = decouple(IN_THE_STORE + "\non_lease_end: discard");
        files(lease, 5);
        byte[] journalThere = staged(lease);
        fixture.advance(LEASE_MILLIS - 1);
        call(USER, DecouplingMethods.PERSIST, journalThere);
        fixture.advance(LEASE_MILLIS - 1);
        assertThat(stateAfterALook()).isEqualTo("held");
        fixture.advance(1);
        assertThat(stateAfterALook()).isEmpty();
    }
}
