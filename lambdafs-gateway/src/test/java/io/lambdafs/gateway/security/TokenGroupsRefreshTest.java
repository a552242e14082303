package io.lambdafs.gateway.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.wire.authentication.TokenGroups;
import io.lambdafs.wire.authentication.TokenGroups.Owner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class TokenGroupsRefreshTest {
    private final Map<String, List<String>> known = new HashMap<>();
    private final List<TokenGroups> pages = new ArrayList<>();
    private final List<TokenGroups> told = new ArrayList<>();

    private byte[] ask(String method, TokenGroups message) throws IOException {
        if (method.equals(TokenGroups.SET)) {
            if (message.owners().get(0).groups().contains("too-long")) {
                throw new IOException("no room");
            }
            told.add(message);
            return new byte[0];
        }
        return pages.stream()
                .filter(page -> page.from() == message.from())
                .findFirst()
                .orElseThrow(() -> new IOException("nobody answers"))
                .encode();
    }

    private void run() throws IOException {
        try (TokenGroupsRefresh refresh = new TokenGroupsRefresh(this::ask, user -> {
            List<String> groups = known.get(user);
            if (groups == null) {
                throw new IOException("No groups found for user " + user);
            }
            return groups;
        })) {
            refresh.run();
        }
    }

    private static TokenGroups page(int from, int to, Owner... owners) {
        return new TokenGroups(from, to, List.of(owners));
    }

    @Test
    void ownersWithOtherGroups_areToldPageByPage_andUnknownOnesKeepTheirs() throws Exception {
        known.put("alice", List.of("staff", "team"));
        known.put("bob", List.of("staff"));
        pages.add(page(
                1,
                7,
                new Owner("alice", List.of("staff")),
                new Owner("bob", List.of("staff")),
                new Owner("carol", List.of("x"))));
        pages.add(page(8, TokenGroups.LAST, new Owner("alice", List.of("team", "staff"))));

        run();

        assertThat(told).hasSize(2);
        assertThat(told.get(0).from()).isEqualTo(1);
        assertThat(told.get(0).to()).isEqualTo(7);
        assertThat(told.get(0).owners()).containsExactly(new Owner("alice", List.of("staff", "team")));
        assertThat(told.get(1).from()).isEqualTo(8);
    }

    @Test
    void oneOwnerWhoseGroupsHaveNoRoom_keepsNoOtherFromTheirs() {
        known.put("alice", List.of("too-long"));
        known.put("bob", List.of("team"));
        pages.add(page(1, TokenGroups.LAST, new Owner("alice", List.of()), new Owner("bob", List.of())));

        assertThatThrownBy(this::run).hasMessage("no room");

        assertThat(told).hasSize(1);
    }

    @Test
    void answersThatMakeNoSense_endIt() {
        assertThatThrownBy(this::run).hasMessage("nobody answers");
        pages.add(page(1, 0));
        assertThatThrownBy(this::run).hasMessageContaining("which is before 1");
        try (TokenGroupsRefresh garbage =
                new TokenGroupsRefresh((method, message) -> new byte[] {1}, user -> List.of())) {
            assertThatThrownBy(garbage::run).hasCauseInstanceOf(IllegalArgumentException.class);
        }
    }
}
