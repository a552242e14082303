package io.lambdafs.runtime.storetool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.authentication.DelegationToken;
import io.lambdafs.authentication.DelegationTokens;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Transaction;
import io.lambdafs.testkit.store.InMemoryMetadataStore;
import io.lambdafs.wire.authentication.DelegationTokenId;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class IssuedTokensTest {
    private final MetadataStore store = new InMemoryMetadataStore(InstantSource.system());
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final StoreTool tool =
            new StoreTool(new PrintStream(printed, true, StandardCharsets.UTF_8), () -> Instant.EPOCH);

    @BeforeEach
    void issue() {
        try (Transaction tx = store.beginWrite(store.registerWriter("test"))) {
            issue(tx, "alice", "");
            issue(tx, "bob", "");
            issue(tx, "bob", "oozie");
            tx.commit();
        }
    }

    private static void issue(Transaction tx, String owner, String realUser) {
        DelegationTokens tokens = new DelegationTokens(tx);
        DelegationTokenId id = new DelegationTokenId(owner, "yarn", realUser, 1000, 3000, tokens.takeNumber());
        byte[] secret = "the secret of each of the tokens".getBytes(StandardCharsets.UTF_8);
        tokens.put(new DelegationToken(id, secret, 2000, List.of("staff")));
    }

    private List<Integer> numbers() {
        try (Transaction tx = store.beginRead()) {
            return new DelegationTokens(tx)
                    .all().stream().map(token -> token.id().number()).toList();
        }
    }

    private String run(String... arguments) {
        printed.reset();
        tool.run(List.of(arguments), store);
        return printed.toString(StandardCharsets.UTF_8);
    }

    @Test
    void tokensAreListedWithoutTheirSecrets() {
        assertThat(run("tokens")).isEqualTo("""
                        NUMBER\tOWNER\tREAL USER\tRENEWER\tISSUED\tEXPIRES\tRENEWABLE UNTIL
                        1\talice\t-\tyarn\t1970-01-01T00:00:01Z\t1970-01-01T00:00:02Z\t1970-01-01T00:00:03Z
                        2\tbob\t-\tyarn\t1970-01-01T00:00:01Z\t1970-01-01T00:00:02Z\t1970-01-01T00:00:03Z
                        3\tbob\toozie\tyarn\t1970-01-01T00:00:01Z\t1970-01-01T00:00:02Z\t1970-01-01T00:00:03Z
                        """);
    }

    @Test
    void tokensOfOneUserAreCancelled_andThoseTheUserObtainedForOthers() {
        assertThat(run("cancel-tokens", "oozie")).isEqualTo("1\n");
        assertThat(numbers()).containsExactly(1, 2);
        assertThat(run("cancel-tokens", "bob")).isEqualTo("1\n");
        assertThat(numbers()).containsExactly(1);
        assertThat(run("cancel-tokens", "yarn")).as("the renewer has no token").isEqualTo("0\n");
        assertThat(numbers()).containsExactly(1);
    }

    @Test
    void numbersOfCancelledTokens_areNotGivenAgain() {
        assertThat(run("cancel-tokens", "bob")).isEqualTo("2\n");
        try (Transaction tx = store.beginWrite(store.registerWriter("test"))) {
            assertThat(new DelegationTokens(tx).takeNumber()).isEqualTo(4);
        }
    }

    @Test
    void withoutAUser_nothingIsCancelled() {
        assertThatThrownBy(() -> run("cancel-tokens")).hasMessageContaining("usage: ");
        assertThat(numbers()).containsExactly(1, 2, 3);
    }
}
