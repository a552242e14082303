package io.lambdafs.namenode.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.namenode.RequestHandler;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.RequestLife;
import io.lambdafs.wire.ResponseEnvelope;
import io.lambdafs.wire.frame.Invitation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class HeldInvitationsTest {
    private static final String ATONCE = "getFileInfo";

    private final List<Invitation> accepted = new ArrayList<>();
    private boolean known;
    private final HeldInvitations invitations = new HeldInvitations(new Door(), accepted::add);

    /** Knows the callers or not; answers reads at once. */
    private final class Door implements RequestHandler {
        @Override
        public ResponseEnvelope handle(RequestEnvelope request) {
            return ResponseEnvelope.success(request.id(), new byte[0]);
        }

        @Override
        public Optional<ResponseEnvelope> handleAtOnce(RequestEnvelope request) {
            return request.method().equals(ATONCE) ? Optional.of(handle(request)) : Optional.empty();
        }

        @Override
        public boolean mayBeCalledBack(RequestEnvelope request, ResponseEnvelope answer) {
            return known;
        }
    }

    private static Invitation invitation() {
        return new Invitation(UUID.randomUUID(), "127.0.0.1:1", new byte[32], ResponseEnvelope.VERSION);
    }

    private static RequestEnvelope request(String method) {
        return new RequestEnvelope(
                new RequestId(UUID.randomUUID(), 1),
                new Caller("alice", List.of(), "127.0.0.1"),
                RequestLife.UNDATED,
                method,
                new byte[0]);
    }

    private void ask(String method) {
        RequestEnvelope request = request(method);
        if (invitations.handleAtOnce(request).isEmpty()) {
            ResponseEnvelope unused = invitations.handle(request);
        }
    }

    @Test
    void invitation_waitsForARequestOfAKnownCaller() {
        known = true;
        for (String method : List.of(ATONCE, "mkdirs")) {
            accepted.clear();
            Invitation invitation = invitation();
            invitations.hold(invitation);
            assertThat(accepted).isEmpty();
            ask(method);
            ask(method);
            assertThat(accepted).containsExactly(invitation);
        }
    }

    @Test
    void invitationBeforeARequestOfAStranger_isForgotten() {
        invitations.hold(invitation());
        ask("mkdirs");
        known = true;
        ask("mkdirs");
        assertThat(accepted).isEmpty();
    }

    @Test
    void oldestOfTooMany_areForgotten() {
        known = true;
        for (int i = 0; i < 1000; i++) {
            invitations.hold(invitation());
        }
        Invitation last = invitation();
        invitations.hold(last);
        ask(ATONCE);
        assertThat(accepted).hasSize(64).endsWith(last);
    }
}
