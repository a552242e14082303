package io.lambdafs.namenode.op.decoupling;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.decoupling.DecoupledLease;
import io.lambdafs.wire.decoupling.DecouplingMethods;
import io.lambdafs.wire.decoupling.MergeOutcome;
import io.lambdafs.wire.decoupling.MergeRequest;
import io.lambdafs.wire.decoupling.StageRequest;
import io.lambdafs.wire.journal.JournalTarget.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetQuotaRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetQuotaResponseProto;
import org.junit.jupiter.api.Test;

/** What happens at a merge to what its client did not hear of, and to what others and the journal itself changed meanwhile. */
final class UnheardMergeTest extends DecouplingCases {
    private static final long UNCHANGED = Long.MAX_VALUE;
    private static final long UNLIMITED = -1;

    private final List<byte[]> chunks = new ArrayList<>();
    private final List<Integer> entries = new ArrayList<>();

    /** Ends a chunk of the journal. */
    private void chunk() {
        entries.add(journal.entries());
        chunks.add(journal.takeChunk());
    }

    /** Brings the first chunks to the store, and says how they are merged. */
    private byte[] staged(DecoupledLease lease, int count, boolean keep) {
        List<byte[]> first = chunks.subList(0, count);
        call(USER, DecouplingMethods.STAGE, new StageRequest("any", lease.number(), 0, first).encode());
        CRC32 checksum = new CRC32();
        first.forEach(checksum::update);
        int all = entries.subList(0, count).stream().mapToInt(Integer::intValue).sum();
        return new MergeRequest(ROOT, lease.number(), count, all, checksum.getValue(), keep).encode();
    }

    private MergeOutcome attach(DecoupledLease lease) throws MalformedEnvelopeException {
        return MergeOutcome.decode(call(USER, DecouplingMethods.ATTACH, request(lease, 0)));
    }

    private void sync(DecoupledLease lease, int count) throws MalformedEnvelopeException {
        call(USER, DecouplingMethods.BEGIN_MERGE, staged(lease, count, true));
        assertThat(attach(lease).finished()).isTrue();
    }

    @Test
    void journalThatASyncHasMerged_isMergedOnce_andWhatFollowsIsMerged() throws MalformedEnvelopeException {
        DecoupledLease lease = decouple();
        files(lease, 3);
        chunk();
        sync(lease, 1);
        journal.createFile(
                new Place(lease.root().directory(), "later"), lease.inodes().first() + 3, emptyFile());
        chunk();
        long before = inodes();

        call(USER, DecouplingMethods.BEGIN_MERGE, staged(lease, 2, false));
        assertThat(attach(lease).finished()).isTrue();

        assertThat(names()).containsExactly("file0", "file1", "file2", "later");
        assertThat(inodes()).as("one more, and the hidden file less").isEqualTo(before);
    }

    @Test
    void beginningOfAJournalThatASyncHasMerged_isRefused_andToDiscardItRemovesNothing()
            throws MalformedEnvelopeException {
        DecoupledLease lease = decouple();
        files(lease, 2);
        chunk();
        journal.createFile(
                new Place(lease.root().directory(), "later"), lease.inodes().first() + 2, emptyFile());
        chunk();
        sync(lease, 2);

        assertThat(refused(USER, DecouplingMethods.BEGIN_MERGE, staged(lease, 1, false)))
                .contains("is in the namespace already");

        call(USER, DecouplingMethods.DISCARD, request(lease, 0));
        assertThat(names()).containsExactly("file0", "file1", "later");
    }

    @Test
    void quotaThatAnotherUserSetsAfterTheMergeHasBegun_isNotLost() throws MalformedEnvelopeException {
        DecoupledLease lease = decouple();
        files(lease, 3);
        begin(lease);
        call(USER, DecouplingMethods.APPLY_SLICE, request(lease, 0));
        quota(10);
        assertThat(refused(USER, DecouplingMethods.ATTACH, request(lease, 0))).contains("has set a quota");
        assertThat(names()).isEmpty();
        quota(UNLIMITED);
        assertThat(attach(lease).finished()).isTrue();
        assertThat(names()).hasSize(3);
    }

    private void quota(long names) {
        SetQuotaRequestProto request = SetQuotaRequestProto.newBuilder()
                .setPath(ROOT)
                .setNamespaceQuota(names)
                .setStoragespaceQuota(UNCHANGED)
                .build();
        fixture.callAs(NameNodeFixture.SUPERUSER, "setQuota", request, SetQuotaResponseProto.parser());
    }

    @Test
    void directoryThatTheJournalChangesAndThenRemoves_isGone() throws MalformedEnvelopeException {
        mkdir(USER, ROOT + "/before", 0755);
        mkdir(USER, ROOT + "/kept", 0755);
        long before = id(ROOT + "/before");
        DecoupledLease lease = decouple();
        journal.createFile(new Place(before, "file"), lease.inodes().first(), emptyFile());
        journal.delete(lease.root().directory(), "before", 1);
        begin(lease);
        assertThat(attach(lease).finished()).isTrue();
        assertThat(names()).containsExactly("kept");
    }

    private long id(String path) {
        return fixture.runner.read(tx -> {
            List<INode> chain = tx.inodes().resolve(FsPath.parse(path).components());
            return chain.get(chain.size() - 1).id().value();
        });
    }
}
