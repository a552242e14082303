package io.lambdafs.namenode.op.decoupling;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.fs.INodeId;
import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.ResponseEnvelope;
import io.lambdafs.wire.decoupling.DecoupledLease;
import io.lambdafs.wire.decoupling.DecouplingList;
import io.lambdafs.wire.decoupling.DecouplingMethods;
import io.lambdafs.wire.decoupling.MergeOutcome;
import io.lambdafs.wire.decoupling.MergePlan;
import io.lambdafs.wire.decoupling.MergeRequest;
import io.lambdafs.wire.decoupling.StageRequest;
import io.lambdafs.wire.journal.JournalTarget.Place;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetQuotaRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetQuotaResponseProto;
import org.junit.jupiter.api.Test;

/** What merges of decoupled subtrees do and refuse, step by step. */
final class DecouplingTest extends DecouplingCases {
    private static final long UNCHANGED = Long.MAX_VALUE;

    @Test
    void slices_areAppliedOnce_inAnyOrder_andSeenWhenAllAreAttached() throws MalformedEnvelopeException {
        DecoupledLease lease = decouple();
        assertThat(lease.root().empty()).isTrue();
        files(lease, 400);
        int more = 400;
        journal.makeDirectory(lease.root().directory(), "sub", lease.inodes().first() + more, 0700, 1);
        for (int i = 0; i < 400; i++) {
            journal.createFile(
                    new Place(lease.inodes().first() + more, "below" + i),
                    lease.inodes().first() + more + 1 + i,
                    emptyFile());
        }
        MergePlan plan = begin(lease);
        assertThat(plan.atomic()).isTrue();
        assertThat(plan.slices()).isEqualTo(1);
        assertThat(refused(USER, DecouplingMethods.ATTACH, request(lease, 0))).contains("Only 0 of 1 slices");

        call(USER, DecouplingMethods.APPLY_SLICE, request(lease, 0));
        long applied = inodes();
        call(USER, DecouplingMethods.APPLY_SLICE, request(lease, 0));
        assertThat(inodes()).isEqualTo(applied);
        assertThat(names()).isEmpty();

        MergeOutcome outcome = MergeOutcome.decode(call(USER, DecouplingMethods.ATTACH, request(lease, 0)));
        assertThat(outcome.finished()).isTrue();
        assertThat(outcome.merged()).isEqualTo(801);
        assertThat(names()).hasSize(401);
        assertThat(DecouplingList.decode(call(USER, DecouplingMethods.LIST, request(lease, 0)))
                        .all())
                .isEmpty();
        assertThat(refused(USER, DecouplingMethods.ATTACH, request(lease, 0))).contains("merged or discarded");
    }

    @Test
    void attachment_whoseAnswerWasLost_isAnsweredAgain() throws MalformedEnvelopeException {
        DecoupledLease lease = decouple();
        files(lease, 3);
        begin(lease);
        call(USER, DecouplingMethods.APPLY_SLICE, request(lease, 0));
        RequestId id = fixture.newRequestId();
        byte[] message = wrapped(request(lease, 0)).toByteArray();
        ResponseEnvelope first = fixture.send(id, USER, DecouplingMethods.ATTACH, message);
        ResponseEnvelope second = fixture.send(id, USER, DecouplingMethods.ATTACH, message);
        assertThat(first.succeeded()).isTrue();
        assertThat(second.payload()).isEqualTo(first.payload());
        assertThat(names()).hasSize(3);
    }

    @Test
    void discard_removesWhatWasInserted() throws MalformedEnvelopeException {
        long before = inodes();
        DecoupledLease lease = decouple();
        files(lease, 50);
        begin(lease);
        call(USER, DecouplingMethods.APPLY_SLICE, request(lease, 0));
        assertThat(inodes()).isEqualTo(before + 51);
        call(USER, DecouplingMethods.DISCARD, request(lease, 0));
        assertThat(inodes()).isEqualTo(before);
        assertThat(decouple().number()).isNotEqualTo(lease.number());
    }

    @Test
    void anotherUser_isRefused_andASuperuserIsNot() throws MalformedEnvelopeException {
        DecoupledLease lease = decouple();
        for (String method : List.of(DecouplingMethods.RENEW, DecouplingMethods.DISCARD)) {
            assertThat(refused("bob", method, request(lease, 0))).contains("Permission denied. user=bob");
        }
        assertThat(refused("bob", DecouplingMethods.DECOUPLE, decoupling(ROOT))).contains("Permission denied");
        assertThat(DecouplingList.decode(call("bob", DecouplingMethods.LIST, request(lease, 0)))
                        .all())
                .isEmpty();
        assertThat(DecouplingList.decode(call(NameNodeFixture.SUPERUSER, DecouplingMethods.LIST, request(lease, 0)))
                        .all())
                .hasSize(1);
        call(NameNodeFixture.SUPERUSER, DecouplingMethods.DISCARD, request(lease, 0));
    }

    @Test
    void directoryAboveOrBelowADecoupledOne_isBusy() throws MalformedEnvelopeException {
        decouple();
        mkdir(USER, ROOT + "/below", 0755);
        for (String path : List.of(ROOT, "/home", ROOT + "/below")) {
            assertThat(refused(NameNodeFixture.SUPERUSER, DecouplingMethods.DECOUPLE, decoupling(path)))
                    .startsWith("Device or resource busy: " + ROOT + " is held by alice (test on ");
        }
        assertThat(refused(NameNodeFixture.SUPERUSER, DecouplingMethods.DECOUPLE, decoupling("/")))
                .contains("The root cannot be decoupled");
        assertThat(refused(USER, DecouplingMethods.DECOUPLE, decoupling("/absent")))
                .contains("does not exist");
    }

    @Test
    void mergeThatAQuotaDoesNotAllow_changesNothing_andSucceedsWhenItDoes() throws MalformedEnvelopeException {
        DecoupledLease lease = decouple();
        files(lease, 20);
        quota(10);
        begin(lease);
        call(USER, DecouplingMethods.APPLY_SLICE, request(lease, 0));
        assertThat(refused(USER, DecouplingMethods.ATTACH, request(lease, 0)))
                .contains("The NameSpace quota (directories and files) of directory /home is exceeded");
        assertThat(names()).isEmpty();
        quota(100);
        call(USER, DecouplingMethods.ATTACH, request(lease, 0));
        assertThat(names()).hasSize(20);
    }

    private void quota(long names) {
        SetQuotaRequestProto request = SetQuotaRequestProto.newBuilder()
                .setPath("/home")
                .setNamespaceQuota(names)
                .setStoragespaceQuota(UNCHANGED)
                .build();
        fixture.callAs(NameNodeFixture.SUPERUSER, "setQuota", request, SetQuotaResponseProto.parser());
    }

    @Test
    void journalThatIsNotWhole_orSaysWhatCannotBe_isRefused() throws MalformedEnvelopeException {
        DecoupledLease lease = decouple();
        byte[] nothing = new MergeRequest(ROOT, lease.number(), 1, 1, 0, false).encode();
        assertThat(refused(USER, DecouplingMethods.BEGIN_MERGE, nothing)).contains("is not whole: 0 of 1 chunks");

        files(lease, 2);
        staged(lease);
        byte[] wrong = new MergeRequest(ROOT, lease.number(), 1, 2, 12345, false).encode();
        assertThat(refused(USER, DecouplingMethods.BEGIN_MERGE, wrong)).contains("is not whole");

        journal.createFile(new Place(lease.root().directory(), "foreign"), 5, emptyFile());
        assertThat(refused(USER, DecouplingMethods.BEGIN_MERGE, staged(lease))).contains("was not reserved");

        journal.createFile(
                new Place(lease.root().directory(), "mine"), lease.inodes().first(), emptyFile());
        journal.setOwner(lease.inodes().first(), "bob", "");
        assertThat(refused(USER, DecouplingMethods.BEGIN_MERGE, staged(lease))).contains("cannot change owner");

        files(lease, 1);
        begin(lease);
        assertThat(refused(
                        USER,
                        DecouplingMethods.STAGE,
                        new StageRequest("any", lease.number(), 0, List.of(new byte[1])).encode()))
                .contains("has begun");
    }

    @Test
    void namesThatNoFileMayHave_areRefused() throws MalformedEnvelopeException {
        for (String name : List.of("", ".", "..", "a/b", "a:b", ".snapshot", "x".repeat(256))) {
            DecoupledLease lease = decouple();
            journal.createFile(
                    new Place(lease.root().directory(), name), lease.inodes().first(), emptyFile());
            begin(lease);
            assertThat(refused(USER, DecouplingMethods.APPLY_SLICE, request(lease, 0)))
                    .as(name)
                    .isNotEmpty();
            call(USER, DecouplingMethods.DISCARD, request(lease, 0));
        }
        assertThat(names()).isEmpty();
    }

    @Test
    void whatOthersPutThereMeanwhile_staysUnlessTheJournalHasItsName() throws MalformedEnvelopeException {
        DecoupledLease lease = decouple();
        files(lease, 3);
        begin(lease);
        call(USER, DecouplingMethods.APPLY_SLICE, request(lease, 0));
        mkdir(USER, ROOT + "/file1/x", 0755);
        mkdir(USER, ROOT + "/theirs/y", 0755);
        MergeOutcome outcome = MergeOutcome.decode(call(USER, DecouplingMethods.ATTACH, request(lease, 0)));
        assertThat(outcome.replaced()).containsExactly(ROOT + "/file1");
        assertThat(names()).containsExactly("file0", "file1", "file2", "theirs");
    }

    @Test
    void directoryThatIsGone_canOnlyBeDiscarded() throws MalformedEnvelopeException {
        DecoupledLease lease = decouple();
        files(lease, 1);
        byte[] merge = staged(lease);
        // No operation removes it. A store that was restored from an older backup may not have it.
        fixture.runner.write(fixture.writer, tx -> {
            tx.inodes().delete(List.of(new INodeId(lease.root().directory())));
            return true;
        });
        assertThat(refused(USER, DecouplingMethods.BEGIN_MERGE, merge)).contains("is gone");
        assertThat(DecouplingList.decode(call(USER, DecouplingMethods.LIST, request(lease, 0)))
                        .all()
                        .get(0)
                        .path())
                .isEmpty();
        call(USER, DecouplingMethods.DISCARD, request(lease, 0));
    }

    @Test
    void leaseThatHasEnded_isRenewed_asLongAsNobodyHasDiscardedIt() throws MalformedEnvelopeException {
        DecoupledLease lease = decouple();
        fixture.advance(120_000);
        assertThat(DecouplingList.decode(call(USER, DecouplingMethods.LIST, request(lease, 0)))
                        .all()
                        .get(0)
                        .state())
                .isEqualTo("lease ended");
        call(USER, DecouplingMethods.RENEW, request(lease, 0));
        assertThat(DecouplingList.decode(call(USER, DecouplingMethods.LIST, request(lease, 0)))
                        .all()
                        .get(0)
                        .state())
                .isEqualTo("held");
        call(USER, DecouplingMethods.DISCARD, request(lease, 0));
        assertThat(refused(USER, DecouplingMethods.RENEW, request(lease, 0))).contains("merged or discarded");
    }
}
