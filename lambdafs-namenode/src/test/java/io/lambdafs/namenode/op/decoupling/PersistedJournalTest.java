package io.lambdafs.namenode.op.decoupling;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.decoupling.DecoupledLease;
import io.lambdafs.wire.decoupling.DecouplingMethods;
import io.lambdafs.wire.decoupling.DecouplingRequest;
import io.lambdafs.wire.decoupling.MergePlan;
import io.lambdafs.wire.decoupling.MergeRequest;
import io.lambdafs.wire.decoupling.StageRequest;
import java.util.List;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

/** A journal that is durable in the store: it is merged without its client, grows, and changes no more. */
final class PersistedJournalTest extends DecouplingCases {
    private static byte[] whatIsThere(DecoupledLease lease) {
        return new MergeRequest(ROOT, lease.number(), 0, 0, 0, false).encode();
    }

    @Test
    void persistedJournal_isMergedWithoutItsClient() throws MalformedEnvelopeException {
        DecoupledLease lease = decouple();
        assertThat(refused(USER, DecouplingMethods.BEGIN_MERGE, whatIsThere(lease)))
                .contains("No journal of the decoupled subtree " + lease.number() + " is in the store");
        files(lease, 5);
        call(USER, DecouplingMethods.PERSIST, staged(lease));
        String superuser = NameNodeFixture.SUPERUSER;
        MergePlan plan = MergePlan.decode(call(superuser, DecouplingMethods.BEGIN_MERGE, whatIsThere(lease)));
        assertThat(plan.slices()).isEqualTo(1);
        call(superuser, DecouplingMethods.APPLY_SLICE, request(lease, 0));
        call(superuser, DecouplingMethods.ATTACH, request(lease, 0));
        assertThat(names()).hasSize(5);
    }

    @Test
    void persistedPart_isNotReplaced() throws MalformedEnvelopeException {
        DecoupledLease lease = decouple();
        files(lease, 5);
        byte[] whole = staged(lease);
        call(USER, DecouplingMethods.PERSIST, whole);
        files(lease, 3);
        byte[] other = journal.takeChunk();
        assertThat(refused(
                        USER,
                        DecouplingMethods.STAGE,
                        new StageRequest("any", lease.number(), 0, List.of(other)).encode()))
                .contains("is in the store already, and is another one");
        call(USER, DecouplingMethods.BEGIN_MERGE, whole);
    }

    @Test
    void journalOfWhichAPartIsMissing_isNotDurable() throws MalformedEnvelopeException {
        DecoupledLease lease = decouple();
        files(lease, 5);
        staged(lease);
        byte[] longer = new MergeRequest(ROOT, lease.number(), 2, 10, 7, false).encode();
        assertThat(refused(USER, DecouplingMethods.PERSIST, longer)).contains("Not all of the 2 parts");
    }

    @Test
    void journalThatIsNotWhatItsClientHas_isNotDurable() throws MalformedEnvelopeException {
        DecoupledLease lease = decouple();
        files(lease, 5);
        MergeRequest whole = MergeRequest.decode(staged(lease));
        byte[] other = new MergeRequest(ROOT, lease.number(), 1, whole.entries(), whole.checksum() + 1, false).encode();
        assertThat(refused(USER, DecouplingMethods.PERSIST, other)).contains("have the checksum " + whole.checksum());
        assertThat(refused(USER, DecouplingMethods.BEGIN_MERGE, whatIsThere(lease)))
                .contains("No journal of the decoupled subtree");
        call(USER, DecouplingMethods.PERSIST, whole.encode());
    }

    @Test
    void partOfAJournalThatIsBeingMerged_isSentAgainWithoutHarm() throws MalformedEnvelopeException {
        DecoupledLease lease = decouple();
        files(lease, 5);
        int entries = journal.entries();
        byte[] chunk = journal.takeChunk();
        CRC32 checksum = new CRC32();
        checksum.update(chunk);
        byte[] stage = new StageRequest("any", lease.number(), 0, List.of(chunk)).encode();
        byte[] begin = new MergeRequest(ROOT, lease.number(), 1, entries, checksum.getValue(), false).encode();
        call(USER, DecouplingMethods.STAGE, stage);
        byte[] plan = call(USER, DecouplingMethods.BEGIN_MERGE, begin);
        call(USER, DecouplingMethods.STAGE, stage);
        assertThat(call(USER, DecouplingMethods.BEGIN_MERGE, begin)).isEqualTo(plan);
    }

    /** NameNodes may have begun to merge what was persisted, when its client comes back with more. */
    @Test
    void mergeOfAnotherPart_isRefusedWhileOneIsUnderWay() throws MalformedEnvelopeException {
        DecoupledLease lease = decouple();
        files(lease, 5);
        byte[] begin = staged(lease);
        call(USER, DecouplingMethods.BEGIN_MERGE, begin);
        MergeRequest begun = MergeRequest.decode(begin);
        byte[] longer = new MergeRequest(ROOT, lease.number(), 2, 10, 7, false).encode();
        byte[] sync = new MergeRequest(ROOT, lease.number(), 1, begun.entries(), begun.checksum(), true).encode();
        for (byte[] other : List.of(longer, sync)) {
            assertThat(refused(USER, DecouplingMethods.BEGIN_MERGE, other))
                    .contains("A merge of another part of the journal");
        }
        call(USER, DecouplingMethods.BEGIN_MERGE, begin);
    }

    /** A client that has nothing to merge would lose what an earlier one has made durable. */
    @Test
    void discardOfOneThatHasNothing_isRefusedWhileTheStoreHasAJournal() throws MalformedEnvelopeException {
        DecoupledLease lease = decouple();
        files(lease, 5);
        call(USER, DecouplingMethods.PERSIST, staged(lease));
        byte[] careful = new DecouplingRequest(ROOT, lease.number(), DecouplingRequest.UNLESS_STORED).encode();
        assertThat(refused(USER, DecouplingMethods.DISCARD, careful)).contains("The store has a journal");
        call(USER, DecouplingMethods.BEGIN_MERGE, whatIsThere(lease));
        assertThat(refused(USER, DecouplingMethods.DISCARD, careful)).contains("The store has a journal");
        call(USER, DecouplingMethods.DISCARD, new DecouplingRequest(ROOT, lease.number(), 0).encode());
    }

    @Test
    void discardOfOneThatHasNothing_endsASubtreeWithoutAJournal() throws MalformedEnvelopeException {
        DecoupledLease lease = decouple();
        call(
                USER,
                DecouplingMethods.DISCARD,
                new DecouplingRequest(ROOT, lease.number(), DecouplingRequest.UNLESS_STORED).encode());
        decouple();
    }
}
