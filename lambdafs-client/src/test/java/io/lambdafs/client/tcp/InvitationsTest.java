package io.lambdafs.client.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

final class InvitationsTest {
    private final Invitations invitations = new Invitations();

    @Test
    void eachServer_isDueOnceInAnInterval() {
        UUID one = UUID.randomUUID();
        UUID other = UUID.randomUUID();

        assertThat(invitations.isDue(one, 5)).isTrue();
        assertThat(invitations.isDue(one, 5 + Invitations.INTERVAL_NANOS - 1)).isFalse();
        assertThat(invitations.isDue(other, 6)).isTrue();
        assertThat(invitations.isDue(one, 5 + Invitations.INTERVAL_NANOS)).isTrue();
    }

    @Test
    void manyServers_takeNoMoreMemory_andMayInviteMoreOften() {
        UUID first = UUID.randomUUID();
        assertThat(invitations.isDue(first, 0)).isTrue();
        for (int i = 0; i < Invitations.MOST; i++) {
            assertThat(invitations.isDue(UUID.randomUUID(), 0)).isTrue();
        }
        assertThat(invitations.isDue(first, 0)).isTrue();
    }
}
