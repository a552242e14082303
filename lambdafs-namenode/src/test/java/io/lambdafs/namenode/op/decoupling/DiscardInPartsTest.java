package io.lambdafs.namenode.op.decoupling;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.BlockState;
import io.lambdafs.fs.INodeId;
import io.lambdafs.namenode.subtree.EndedSubtrees;
import io.lambdafs.namenode.subtree.MergeSettings;
import io.lambdafs.subtree.Decouplings;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.decoupling.BlocksRequest;
import io.lambdafs.wire.decoupling.DecoupledLease;
import io.lambdafs.wire.decoupling.DecouplingInfo;
import io.lambdafs.wire.decoupling.DecouplingList;
import io.lambdafs.wire.decoupling.DecouplingMethods;
import io.lambdafs.wire.decoupling.DecouplingRequest;
import io.lambdafs.wire.decoupling.DiscardOutcome;
import io.lambdafs.wire.decoupling.MergeOutcome;
import io.lambdafs.wire.decoupling.MergeRequest;
import io.lambdafs.wire.decoupling.StageRequest;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A discard that takes several transactions. */
final class DiscardInPartsTest extends DecouplingCases {
    private static final int SLICE = 4;
    private static final int FREED = 3;
    private static final int FILES = 10;
    private static final int RESERVED = 7;

    DiscardInPartsTest() {
        super(new MergeSettings(SLICE, 100, FREED, true));
    }

    /** A subtree with slices applied, and with blocks that are in no file. */
    private DecoupledLease applied() throws MalformedEnvelopeException {
        DecoupledLease lease = decouple();
        files(lease, FILES);
        int slices = begin(lease).slices();
        for (int slice = 0; slice < slices; slice++) {
            call(USER, DecouplingMethods.APPLY_SLICE, request(lease, slice));
        }
        for (int index = 0; index < RESERVED; index++) {
            reserve(lease, index);
        }
        return lease;
    }

    private void reserve(DecoupledLease lease, int index) {
        BlockInfo block = new BlockInfo(
                new Block(new BlockId(1_000 + index), 1, 0),
                new INodeId(lease.number()),
                index,
                BlockState.UNDER_CONSTRUCTION,
                0,
                List.of());
        fixture.runner.write(fixture.writer, tx -> {
            tx.blocks().insert(block);
            return null;
        });
    }

    private boolean discard(DecoupledLease lease) throws MalformedEnvelopeException {
        return DiscardOutcome.decode(call(USER, DecouplingMethods.DISCARD, request(lease, 0)))
                .finished();
    }

    private long blocks() {
        return fixture.runner.read(tx -> tx.blocks().count());
    }

    private List<DecouplingInfo> list(long argument) throws MalformedEnvelopeException {
        byte[] request = new DecouplingRequest("list", 0, argument).encode();
        return DecouplingList.decode(call(USER, DecouplingMethods.LIST, request))
                .all();
    }

    /** What a NameNode does now and then. */
    private void look() {
        Queue<Runnable> due = new ArrayDeque<>();
        new EndedSubtrees(
                        fixture.runner,
                        fixture.nameNode(),
                        (delay, look) -> due.add(look),
                        Duration.ofSeconds(30),
                        new UUID(7, 7))
                .start();
        due.remove().run();
    }

    @Test
    void eachRequest_removesAPart_andTheLastOneTheSubtree() throws MalformedEnvelopeException {
        long before = inodes();
        DecoupledLease lease = applied();
        assertThat(inodes()).isEqualTo(before + FILES + 1);
        int requests = 1;
        for (long left = inodes() + blocks(); !discard(lease); requests++) {
            long now = inodes() + blocks();
            assertThat(left - now).isBetween(1L, (long) SLICE + FREED);
            left = now;
        }
        assertThat(requests).isGreaterThan(FILES / SLICE + RESERVED / FREED - 1);
        assertThat(inodes()).isEqualTo(before);
        assertThat(blocks()).isZero();
        assertThat(refused(USER, DecouplingMethods.DISCARD, request(lease, 0))).contains("merged or discarded");
    }

    @Test
    void fromTheFirstRequestOn_nobodyHoldsTheSubtree() throws MalformedEnvelopeException {
        DecoupledLease lease = applied();
        byte[] merge = new MergeRequest(ROOT, lease.number(), 1, 1, 0, false).encode();
        assertThat(discard(lease)).isFalse();
        assertThat(list(0)).isEmpty();
        assertThat(list(DecouplingRequest.ALSO_DISCARDED))
                .extracting(DecouplingInfo::state)
                .containsExactly(DecouplingInfo.DISCARDING);
        for (String method :
                List.of(DecouplingMethods.RENEW, DecouplingMethods.APPLY_SLICE, DecouplingMethods.ATTACH)) {
            assertThat(refused(USER, method, request(lease, 0))).as(method).contains("merged or discarded");
        }
        for (String method : List.of(DecouplingMethods.BEGIN_MERGE, DecouplingMethods.PERSIST)) {
            assertThat(refused(USER, method, merge)).as(method).contains("merged or discarded");
        }
        byte[] stage = new StageRequest("any", lease.number(), 1, List.of(new byte[] {1})).encode();
        assertThat(refused(USER, DecouplingMethods.STAGE, stage)).contains("merged or discarded");
        byte[] reserve = new BlocksRequest(ROOT, lease.number(), 1, 1, 1 << 20, List.of(), List.of()).encode();
        assertThat(refused(USER, DecouplingMethods.RESERVE_BLOCKS, reserve)).contains("merged or discarded");
        assertThat(refused("bob", DecouplingMethods.DISCARD, request(lease, 0))).contains("Permission denied");
        DecoupledLease next = decouple();
        assertThat(next.number()).isNotEqualTo(lease.number());
        mkdir(USER, ROOT + "/again", 0755);
        assertThat(list(0)).extracting(DecouplingInfo::number).containsExactly(next.number());
    }

    @Test
    void whatAClientLeaves_isRemovedByTheNextLook_whateverTheLeaseIs() throws MalformedEnvelopeException {
        long before = inodes();
        DecoupledLease lease = applied();
        assertThat(discard(lease)).isFalse();
        look();
        List<INodeId> left = fixture.runner.read(tx -> Decouplings.in(tx).numbers());
        assertThat(left).isEmpty();
        assertThat(inodes()).isEqualTo(before);
        assertThat(blocks()).isZero();
    }

    @Test
    void mergeThatLeavesManyBlocksInNoFile_endsAtOnce_andTheyAreRemovedLater() throws MalformedEnvelopeException {
        long before = inodes();
        DecoupledLease lease = applied();
        assertThat(MergeOutcome.decode(call(USER, DecouplingMethods.ATTACH, request(lease, 0)))
                        .finished())
                .isTrue();
        assertThat(names()).hasSize(FILES);
        assertThat(list(0)).isEmpty();
        assertThat(blocks()).isBetween(1L, (long) RESERVED - 1);
        assertThat(decouple().number()).isNotEqualTo(lease.number());
        look();
        assertThat(blocks()).isZero();
        assertThat(names()).hasSize(FILES);
        assertThat(inodes()).isEqualTo(before + FILES + 1);
    }
}
