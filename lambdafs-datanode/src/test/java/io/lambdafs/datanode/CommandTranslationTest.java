package io.lambdafs.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.block.Block;
import io.lambdafs.block.DataNodeCommand.Invalidate;
import io.lambdafs.block.DataNodeCommand.Recover;
import io.lambdafs.block.DataNodeCommand.Throttle;
import io.lambdafs.block.DataNodeCommand.Transfer;
import io.lambdafs.block.DataNodeCommand.Truncate;
import io.lambdafs.block.DataNodeDescriptor;
import io.lambdafs.block.StorageId;
import java.util.List;
import org.apache.hadoop.hdfs.server.protocol.BalancerBandwidthCommand;
import org.apache.hadoop.hdfs.server.protocol.BlockCommand;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand;
import org.apache.hadoop.hdfs.server.protocol.DatanodeCommand;
import org.apache.hadoop.hdfs.server.protocol.DatanodeProtocol;
import org.junit.jupiter.api.Test;

final class CommandTranslationTest {
    private static final Block BLOCK = TestFileSystem.block(1, 100);
    private static final StorageId KNOWN = new StorageId("s1");
    private static final StorageId UNKNOWN = new StorageId("s9");

    private final CommandTranslation translation = new CommandTranslation("pool", nodes());

    private static List<DataNodeDescriptor> nodes() {
        TestFileSystem cluster = new TestFileSystem();
        cluster.dataNode("dn1", KNOWN);
        return cluster.writer.read(tx -> tx.dataNodes().all());
    }

    @Test
    void invalidations_becomeOneCommand() {
        DatanodeCommand[] commands =
                translation.translate(List.of(new Invalidate(BLOCK), new Invalidate(TestFileSystem.block(2, 5))));
        assertThat(commands).hasSize(1);
        assertThat(commands[0].getAction()).isEqualTo(DatanodeProtocol.DNA_INVALIDATE);
        assertThat(((BlockCommand) commands[0]).getBlocks()).hasSize(2);
    }

    @Test
    void transfer_namesTheTargets() {
        DatanodeCommand[] commands = translation.translate(List.of(new Transfer(BLOCK, List.of(UNKNOWN, KNOWN))));
        assertThat(commands).hasSize(1);
        BlockCommand transfer = (BlockCommand) commands[0];
        assertThat(transfer.getAction()).isEqualTo(DatanodeProtocol.DNA_TRANSFER);
        assertThat(transfer.getTargets()[0]).hasSize(1);
        assertThat(transfer.getTargets()[0][0].getXferAddr()).isEqualTo("127.0.0.1:1");
        assertThat(transfer.getTargetStorageIDs()[0]).containsExactly("s1");
    }

    @Test
    void bandwidth_isTheOneThatWasSetLast() {
        DatanodeCommand[] commands = translation.translate(List.of(new Throttle(7), new Throttle(5)));
        assertThat(commands).hasSize(1);
        assertThat(((BalancerBandwidthCommand) commands[0]).getBalancerBandwidthValue())
                .isEqualTo(5);
    }

    @Test
    void recovery_namesTheNewVersion() {
        DatanodeCommand[] commands = translation.translate(List.of(new Recover(BLOCK, 2000, List.of(KNOWN))));
        assertThat(commands).hasSize(1);
        assertThat(((BlockRecoveryCommand) commands[0]).getRecoveringBlocks())
                .singleElement()
                .satisfies(block -> assertThat(block.getNewGenerationStamp()).isEqualTo(2000));
    }

    @Test
    void truncation_namesTheNewLengthAndTheNewVersion() {
        DatanodeCommand[] commands =
                translation.translate(List.of(new Truncate(BLOCK.withLength(40), 2000, List.of(UNKNOWN, KNOWN))));
        assertThat(commands).hasSize(1);
        assertThat(((BlockRecoveryCommand) commands[0]).getRecoveringBlocks())
                .singleElement()
                .satisfies(block -> {
                    assertThat(block.getNewGenerationStamp()).isEqualTo(2000);
                    assertThat(block.getNewBlock().getNumBytes()).isEqualTo(40);
                    assertThat(block.getNewBlock().getBlockId())
                            .isEqualTo(BLOCK.id().value());
                    assertThat(block.getBlock().getGenerationStamp()).isEqualTo(BLOCK.generationStamp());
                    assertThat(block.getLocations()).hasSize(1);
                });
    }

    @Test
    void commandsWithNoPlaceLeft_areDropped() {
        assertThat(translation.translate(List.of(
                        new Transfer(BLOCK, List.of(UNKNOWN)),
                        new Recover(BLOCK, 2000, List.of(UNKNOWN)),
                        new Truncate(BLOCK, 2000, List.of(UNKNOWN)))))
                .isEmpty();
    }
}
