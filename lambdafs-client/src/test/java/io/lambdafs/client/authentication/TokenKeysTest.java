package io.lambdafs.client.authentication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.wire.authentication.DelegationTokenId;
import io.lambdafs.wire.authentication.SigningKey;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenIdentifier;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.UserGroupInformation.AuthenticationMethod;
import org.apache.hadoop.security.token.Token;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class TokenKeysTest {
    private static final Text SERVICE = new Text("ha-hdfs:lambdafs");
    private static final long DAY = TimeUnit.DAYS.toMillis(1);

    private final UserGroupInformation user = UserGroupInformation.createRemoteUser("alice");
    private final AtomicLong seconds = new AtomicLong(1_000_000);
    private final Gateway gateway = new Gateway();
    private final TokenKeys keys = new TokenKeys(
            user,
            Set.of(SERVICE),
            gateway,
            () -> TimeUnit.SECONDS.toNanos(seconds.get()),
            () -> TimeUnit.SECONDS.toMillis(seconds.get()));

    /** Issues tokens that are good for a day. */
    private final class Gateway implements TokenKeys.Issuer {
        private int issued;
        private boolean away;
        private boolean simple;
        private String renewer = "";

        @Override
        public @Nullable Token<DelegationTokenIdentifier> token(Text renewer) throws IOException {
            this.renewer = renewer.toString();
            if (away) {
                throw new IOException("nobody answers");
            }
            issued++;
            return simple ? null : TokenKeysTest.token(issued, SERVICE);
        }

        @Override
        public long renew(Token<DelegationTokenIdentifier> token) {
            return TimeUnit.SECONDS.toMillis(seconds.get()) + DAY;
        }
    }

    private static Token<DelegationTokenIdentifier> token(int number, Text service) {
        return new Token<>(
                new DelegationTokenId("alice", "alice", "", 1, 2, number).encode(),
                new byte[] {1},
                new Text(DelegationTokenId.KIND),
                service);
    }

    private static int number(SigningKey key) {
        return DelegationTokenId.decode(key.credential().identifier()).number();
    }

    private int current() throws IOException {
        return number(keys.current());
    }

    @Test
    void tokenThatTheProcessWasGiven_isUsed_andANewOneSoonAfterItCame() throws IOException {
        user.addToken(token(7, SERVICE));
        user.addToken(new Text("another"), token(8, new Text("ha-hdfs:another")));
        assertThat(current()).isEqualTo(7);

        user.addToken(token(9, SERVICE));
        assertThat(current()).isEqualTo(7);
        seconds.addAndGet(11);

        assertThat(current()).isEqualTo(9);
        assertThat(gateway.issued).isZero();
    }

    @Test
    void withoutATokenAndATicket_nobodyCalls() {
        assertThatThrownBy(keys::current)
                .isInstanceOf(AccessControlException.class)
                .hasMessageContaining("kinit")
                .hasMessageContaining("ha-hdfs:lambdafs");
    }

    @Test
    void tokenIsIssuedForATicket_andReplacedBeforeItEnds() throws IOException {
        user.setAuthenticationMethod(AuthenticationMethod.KERBEROS);
        assertThat(current()).isEqualTo(1);
        seconds.addAndGet(TimeUnit.HOURS.toSeconds(17));
        assertThat(current()).isEqualTo(1);
        seconds.addAndGet(TimeUnit.HOURS.toSeconds(2));
        assertThat(current()).isEqualTo(2);
    }

    @Test
    void renewer_isTheUserWhoRenews_byTheNameThatGatewaysMap() throws IOException {
        // Hadoop makes users of principals only when it has rules for that.
        UserGroupInformation.setConfiguration(new Configuration(false));
        UserGroupInformation batch = UserGroupInformation.createRemoteUser("batch/host1@EXAMPLE.COM");
        batch.setAuthenticationMethod(AuthenticationMethod.KERBEROS);
        assertThat(renewerOf(batch)).isEqualTo("batch/host1@EXAMPLE.COM");
        assertThat(renewerOf(UserGroupInformation.createProxyUser("alice", batch)))
                .isEqualTo("alice");
    }

    private String renewerOf(UserGroupInformation caller) throws IOException {
        assertThat(new TokenKeys(caller, Set.of(SERVICE), gateway, () -> 0, () -> 0).current())
                .isNotNull();
        return gateway.renewer;
    }

    @Test
    void whileNoGatewayAnswers_theTokenIsUsedOn() throws IOException {
        user.setAuthenticationMethod(AuthenticationMethod.KERBEROS);
        assertThat(current()).isEqualTo(1);
        gateway.away = true;
        seconds.addAndGet(TimeUnit.HOURS.toSeconds(20));
        assertThat(current()).isEqualTo(1);
        gateway.away = false;
        seconds.addAndGet(11);
        assertThat(current()).isEqualTo(2);
    }

    @Test
    void tokenThatHasEnded_isNotUsedOn_andWhyThereIsNoOtherIsSaid() throws IOException {
        user.setAuthenticationMethod(AuthenticationMethod.KERBEROS);
        assertThat(current()).isEqualTo(1);
        gateway.away = true;
        seconds.addAndGet(TimeUnit.HOURS.toSeconds(24) + 1);
        assertThatThrownBy(keys::current).hasMessage("nobody answers");
        gateway.away = false;
        assertThat(current()).isEqualTo(2);
    }

    @Test
    void firstToken_needsAGateway_andAClusterInSecureMode() {
        user.setAuthenticationMethod(AuthenticationMethod.KERBEROS);
        gateway.away = true;
        assertThatThrownBy(keys::current).hasMessageContaining("nobody answers");
        gateway.away = false;
        gateway.simple = true;
        assertThatThrownBy(keys::current).hasMessageContaining("simple mode");
    }
}
