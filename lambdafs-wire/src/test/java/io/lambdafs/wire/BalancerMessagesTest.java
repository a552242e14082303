package io.lambdafs.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a gateway asks for a balancer, and what it is told. */
final class BalancerMessagesTest {
    private final byte[] blocks = new DataNodeBlocks("uuid-é", 7_000_000_000L, -1, "DISK").encode();
    private final byte[] keys = new BlockKeyList(
                    600_000,
                    36_000_000,
                    4,
                    List.of(new BlockKeyList.Key(3, 1, new byte[] {1}), new BlockKeyList.Key(4, 2, new byte[] {2, 3})))
            .encode();

    @Test
    void bytes_giveTheSameQuestion() throws MalformedEnvelopeException {
        DataNodeBlocks read = DataNodeBlocks.decode(blocks);

        assertThat(read.dataNode()).isEqualTo("uuid-é");
        assertThat(read.bytes()).isEqualTo(7_000_000_000L);
        assertThat(read.leastBytes()).isEqualTo(-1);
        assertThat(read.storageType()).isEqualTo("DISK");
    }

    @Test
    void bytes_giveTheSameKeys() throws MalformedEnvelopeException {
        BlockKeyList read = BlockKeyList.decode(keys);

        assertThat(read.intervalMillis()).isEqualTo(600_000);
        assertThat(read.lifetimeMillis()).isEqualTo(36_000_000);
        assertThat(read.current().secret()).containsExactly(2, 3);
        assertThat(read.current().expiryMillis()).isEqualTo(2);
        assertThat(read.keys()).extracting(BlockKeyList.Key::id).containsExactly(3, 4);
    }

    @Test
    void bytesTooFewOrTooMany_areRefused() {
        for (int change : new int[] {-1, 1}) {
            assertThatThrownBy(() -> DataNodeBlocks.decode(Arrays.copyOf(blocks, blocks.length + change)))
                    .isInstanceOf(MalformedEnvelopeException.class);
            assertThatThrownBy(() -> BlockKeyList.decode(Arrays.copyOf(keys, keys.length + change)))
                    .isInstanceOf(MalformedEnvelopeException.class);
        }
    }

    @Test
    void keysWithoutTheCurrentOne_areRefused() {
        byte[] changed = keys.clone();
        changed[2 * Long.BYTES + Integer.BYTES - 1] = 9;

        assertThatThrownBy(() -> BlockKeyList.decode(changed))
                .isInstanceOf(MalformedEnvelopeException.class)
                .hasMessageContaining("9");
    }
}
