package io.lambdafs.namenode.op.decoupling;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.BlockState;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.DataNodeRegistration;
import io.lambdafs.block.Replica;
import io.lambdafs.block.ReplicaState;
import io.lambdafs.block.StorageId;
import io.lambdafs.block.StorageReport;
import io.lambdafs.fs.INodeId;
import io.lambdafs.store.INodeTable;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.decoupling.DecoupledLease;
import io.lambdafs.wire.decoupling.DecouplingMethods;
import io.lambdafs.wire.decoupling.DiscardOutcome;
import io.lambdafs.wire.decoupling.MergeOutcome;
import io.lambdafs.wire.decoupling.MergePlan;
import io.lambdafs.wire.decoupling.MergeRequest;
import io.lambdafs.wire.decoupling.StageRequest;
import io.lambdafs.wire.journal.JournalBlock;
import io.lambdafs.wire.journal.JournalTarget.Place;
import io.lambdafs.wire.journal.JournalledFile;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Files with more blocks than one request to the store may have, in one slice of a merge. */
final class ManyBlocksTest extends DecouplingCases {
    private static final StorageId STORAGE = new StorageId("s1");
    private static final int FILES = 15;
    private static final int BLOCKS_OF_EACH = INodeTable.MAX_BATCH / FILES + 50;
    private static final int BLOCKS = FILES * BLOCKS_OF_EACH;
    private static final long STAMP = 1_001;
    private static final long LENGTH = 100;

    @BeforeEach
    void addDataNode() {
        DataNodeId id = new DataNodeId("dn1");
        DataNodeRegistration.Ports ports = new DataNodeRegistration.Ports(9866, 9864, 9867);
        StorageReport.Space space = new StorageReport.Space(1_000_000, 100, 500_000, 100);
        fixture.runner.write(fixture.writer, tx -> {
            tx.dataNodes().register(new DataNodeRegistration(id, "host1", "10.0.0.1", ports, "3.5.0"));
            return tx.dataNodes().heartbeat(id, List.of(new StorageReport(STORAGE, "DISK", false, space)), 0);
        });
    }

    /** Blocks that were reserved for a subtree and written, and a journal that gives them to files. */
    private byte[] write(DecoupledLease lease) {
        fixture.runner.write(fixture.writer, tx -> {
            for (int block = 0; block < BLOCKS; block++) {
                BlockId id = new BlockId(block + 1);
                tx.blocks()
                        .insert(new BlockInfo(
                                new Block(id, STAMP, 0),
                                new INodeId(lease.number()),
                                block,
                                BlockState.UNDER_CONSTRUCTION,
                                0,
                                List.of(STORAGE)));
                tx.replicas().put(List.of(new Replica(id, STORAGE, STAMP, LENGTH, ReplicaState.FINALIZED)));
            }
            return null;
        });
        CRC32 checksum = new CRC32();
        int entries = 0;
        for (int file = 0; file < FILES; file++) {
            List<JournalBlock> blocks = new ArrayList<>();
            for (int block = 0; block < BLOCKS_OF_EACH; block++) {
                blocks.add(new JournalBlock(file * BLOCKS_OF_EACH + block + 1, STAMP, LENGTH));
            }
            journal.createFile(
                    new Place(lease.root().directory(), "file" + file),
                    lease.inodes().first() + file,
                    new JournalledFile(0640, 1_700_000_000_000L, 1, LENGTH, blocks));
            entries += journal.entries();
            byte[] chunk = journal.takeChunk();
            checksum.update(chunk);
            call(USER, DecouplingMethods.STAGE, new StageRequest("any", lease.number(), file, List.of(chunk)).encode());
        }
        return new MergeRequest(ROOT, lease.number(), FILES, entries, checksum.getValue(), false).encode();
    }

    private DecoupledLease applied() throws MalformedEnvelopeException {
        DecoupledLease lease = decouple();
        byte[] merge = write(lease);
        MergePlan plan = MergePlan.decode(call(USER, DecouplingMethods.BEGIN_MERGE, merge));
        assertThat(plan.slices()).isEqualTo(1);
        call(USER, DecouplingMethods.APPLY_SLICE, request(lease, 0));
        return lease;
    }

    @Test
    void slice_givesEachFileItsBlocks() throws MalformedEnvelopeException {
        DecoupledLease lease = applied();
        assertThat(MergeOutcome.decode(call(USER, DecouplingMethods.ATTACH, request(lease, 0)))
                        .finished())
                .isTrue();
        assertThat(names()).hasSize(FILES);
        for (int file = 0; file < FILES; file++) {
            INodeId id = new INodeId(lease.inodes().first() + file);
            List<BlockInfo> blocks = fixture.runner.read(tx -> tx.blocks().ofFiles(List.of(id)));
            assertThat(blocks).hasSize(BLOCKS_OF_EACH).allMatch(block -> block.state() == BlockState.COMPLETE);
            assertThat(blocks.get(0).id()).isEqualTo(new BlockId((long) file * BLOCKS_OF_EACH + 1));
        }
    }

    @Test
    void discard_freesOneLargeFileAtATime() throws MalformedEnvelopeException {
        DecoupledLease lease = applied();
        int requests = 0;
        boolean finished = false;
        for (long left = blocks(); !finished; requests++) {
            finished = DiscardOutcome.decode(call(USER, DecouplingMethods.DISCARD, request(lease, 0)))
                    .finished();
            assertThat(left - blocks()).isLessThanOrEqualTo(BLOCKS_OF_EACH);
            left = blocks();
        }
        assertThat(requests).isGreaterThanOrEqualTo(FILES);
        assertThat(blocks()).isZero();
    }

    private long blocks() {
        return fixture.runner.read(tx -> tx.blocks().count());
    }
}
