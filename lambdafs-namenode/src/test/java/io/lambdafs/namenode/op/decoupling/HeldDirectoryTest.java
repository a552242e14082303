package io.lambdafs.namenode.op.decoupling;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.namenode.NameNodeFixture.Refusal;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestLife;
import io.lambdafs.wire.decoupling.DecoupleRequest;
import io.lambdafs.wire.decoupling.DecoupledLease;
import io.lambdafs.wire.decoupling.DecouplingMethods;
import io.lambdafs.wire.decoupling.MergeOutcome;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DeleteRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetListingRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetListingResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RenameRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RenameResponseProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;
import org.junit.jupiter.api.Test;

/**
 * What others can do with a directory that a client holds, and with those above it; and the user for which a merge is
 * checked.
 */
final class HeldDirectoryTest extends DecouplingCases {
    private static final String BLOCKING = "consistency: append_client_journal+volatile_apply\ninterfere_policy: block";

    private DecoupledLease decouple(String policy) throws MalformedEnvelopeException {
        return DecoupledLease.decode(call(
                USER, DecouplingMethods.DECOUPLE, new DecoupleRequest(ROOT, "test", 100, 60_000, policy).encode()));
    }

    private static GetListingRequestProto listing() {
        return GetListingRequestProto.newBuilder()
                .setSrc(ROOT)
                .setStartAfter(ByteString.EMPTY)
                .setNeedLocation(false)
                .build();
    }

    private void requireBusy(String method, MessageLite request) {
        Refusal refusal = fixture.refusal(NameNodeFixture.SUPERUSER, method, request);
        assertThat(refusal.code()).isEqualTo(ErrorCode.SUBTREE_BUSY);
        assertThat(refusal.message()).contains(ROOT + " is held by alice (test on ");
    }

    private void requireOpen() {
        fixture.callAs("bob", "getListing", listing(), GetListingResponseProto.parser());
    }

    private boolean mayList(String user, DecoupledLease lease) {
        Caller holder = new Caller(user, List.of(user), "host").holding(lease.number());
        RequestEnvelope request = new RequestEnvelope(
                fixture.newRequestId(),
                holder,
                RequestLife.UNDATED,
                "getListing",
                listing().toByteArray());
        return fixture.nameNode().handle(request).succeeded();
    }

    private MergeOutcome merge(DecoupledLease lease) throws MalformedEnvelopeException {
        int slices = begin(lease).slices();
        for (int slice = 0; slice < slices; slice++) {
            call(USER, DecouplingMethods.APPLY_SLICE, request(lease, slice));
        }
        return MergeOutcome.decode(call(USER, DecouplingMethods.ATTACH, request(lease, 0)));
    }

    @Test
    void blockedDirectory_isOpenToItsHolder_andToAllAfterADiscard() throws MalformedEnvelopeException {
        DecoupledLease lease = decouple(BLOCKING);
        requireBusy("getListing", listing());
        assertThat(mayList(USER, lease)).isTrue();
        call(USER, DecouplingMethods.DISCARD, request(lease, 0));
        requireOpen();
    }

    @Test
    void blockedDirectory_isClosedToOthers_whoSayThatTheyHoldIt() throws MalformedEnvelopeException {
        DecoupledLease lease = decouple(BLOCKING);
        assertThat(mayList("bob", lease)).isFalse();
        assertThat(mayList(USER.substring(0, USER.length() - 1), lease)).isFalse();
        assertThat(mayList(NameNodeFixture.SUPERUSER, lease)).isTrue();
    }

    @Test
    void blockedDirectory_isOpenToAll_afterAMergeThatReplacesIt() throws MalformedEnvelopeException {
        DecoupledLease lease = decouple(BLOCKING);
        files(lease, 3);
        assertThat(merge(lease).finished()).isTrue();
        requireOpen();
        assertThat(decouple(BLOCKING).number()).isGreaterThan(lease.number());
    }

    @Test
    void blockedDirectory_isOpenToAll_afterAMergeIntoWhatWasThere() throws MalformedEnvelopeException {
        mkdir(USER, ROOT + "/before", 0755);
        DecoupledLease lease = decouple(BLOCKING);
        files(lease, 3);
        assertThat(merge(lease).finished()).isTrue();
        requireOpen();
        assertThat(names()).containsExactly("before", "file0", "file1", "file2");
    }

    @Test
    void policyOfADirectoryAbove_blocksOthers_whereTheRequestSaysNone() throws MalformedEnvelopeException {
        setPolicy("/home", BLOCKING);
        DecoupledLease lease = decouple("");
        assertThat(lease.policy()).contains("interfere_policy: block");
        requireBusy("getListing", listing());
    }

    @Test
    void heldDirectory_andThoseAboveIt_areNeitherRenamedNorRemoved() throws MalformedEnvelopeException {
        mkdir(NameNodeFixture.SUPERUSER, "/home/other", 0777);
        DecoupledLease lease = decouple("");
        for (String path : List.of("/home", ROOT)) {
            requireBusy(
                    "delete",
                    DeleteRequestProto.newBuilder()
                            .setSrc(path)
                            .setRecursive(true)
                            .build());
            requireBusy(
                    "rename",
                    RenameRequestProto.newBuilder().setSrc(path).setDst("/else").build());
        }
        requireOpen();
        RenameRequestProto other = RenameRequestProto.newBuilder()
                .setSrc("/home/other")
                .setDst("/home/moved")
                .build();
        assertThat(fixture.call("rename", other, RenameResponseProto.parser()).getResult())
                .isTrue();
        call(USER, DecouplingMethods.DISCARD, request(lease, 0));
        RenameRequestProto above =
                RenameRequestProto.newBuilder().setSrc("/home").setDst("/else").build();
        assertThat(fixture.call("rename", above, RenameResponseProto.parser()).getResult())
                .isTrue();
    }

    @Test
    void mergeThatASuperuserFinishes_mayDoNoMoreThanItsHolder() throws MalformedEnvelopeException {
        mkdir(USER, ROOT + "/before", 0755);
        DecoupledLease lease = decouple("");
        files(lease, 1);
        begin(lease);
        permission(ROOT, 0555);
        String superuser = NameNodeFixture.SUPERUSER;
        assertThat(refused(superuser, DecouplingMethods.ATTACH, request(lease, 0)))
                .contains("Permission denied: user=alice, access=WRITE");
        permission(ROOT, 0755);
        call(superuser, DecouplingMethods.ATTACH, request(lease, 0));
        assertThat(names()).containsExactly("before", "file0");
    }
}
