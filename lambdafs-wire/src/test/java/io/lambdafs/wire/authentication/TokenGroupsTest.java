package io.lambdafs.wire.authentication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TokenGroupsTest {
    private static final List<TokenGroups.Owner> OWNERS = List.of(
            new TokenGroups.Owner("alice", List.of("staff", "équipe")), new TokenGroups.Owner("bob", List.of()));

    private final byte[] encoded = new TokenGroups(3, TokenGroups.LAST, OWNERS).encode();

    @Test
    void bytes_giveTheSameOwners() {
        TokenGroups read = TokenGroups.decode(encoded);

        assertThat(read.from()).isEqualTo(3);
        assertThat(read.to()).isEqualTo(TokenGroups.LAST);
        assertThat(read.owners()).isEqualTo(OWNERS);
    }

    @Test
    void bytesTooFewOrTooMany_andCountsOutOfBounds_areRefused() {
        for (int length = 0; length < encoded.length; length++) {
            byte[] cut = Arrays.copyOf(encoded, length);
            assertThatThrownBy(() -> TokenGroups.decode(cut)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> TokenGroups.decode(Arrays.copyOf(encoded, encoded.length + 1)))
                .isInstanceOf(IllegalArgumentException.class);
        for (int count : new int[] {-1, Integer.MAX_VALUE}) {
            byte[] changed = encoded.clone();
            ByteBuffer.wrap(changed).putInt(2 * Integer.BYTES, count);
            assertThatThrownBy(() -> TokenGroups.decode(changed))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("outside");
        }
    }
}
