package io.lambdafs.gateway.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFileInfoRequestProto;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.UserGroupInformation.AuthenticationMethod;
import org.apache.hadoop.security.authentication.util.KerberosName;
import org.apache.hadoop.security.proto.SecurityProtos.GetDelegationTokenRequestProto;
import org.apache.hadoop.security.proto.SecurityProtos.RenewDelegationTokenRequestProto;
import org.apache.hadoop.security.proto.SecurityProtos.TokenProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.Message;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class TokenRequestsTest {
    private static final Message GET = GetDelegationTokenRequestProto.newBuilder()
            .setRenewer("rm/host@REALM")
            .build();

    private static final Message RENEW = RenewDelegationTokenRequestProto.newBuilder()
            .setToken(TokenProto.newBuilder()
                    .setIdentifier(ByteString.EMPTY)
                    .setPassword(ByteString.EMPTY)
                    .setKind("")
                    .setService(""))
            .build();

    @BeforeEach
    void rules() {
        KerberosName.setRules("RULE:[2:$1@$0](rm@REALM)s/.*/yarn/\nDEFAULT");
    }

    private static UserGroupInformation alice(AuthenticationMethod method) {
        UserGroupInformation alice = UserGroupInformation.createRemoteUser("alice");
        alice.setAuthenticationMethod(method);
        return alice;
    }

    @Test
    void callerWithATicket_getsAToken_whoseRenewerHasTheNameThatTheRulesMake() throws Exception {
        Message checked = TokenRequests.checked("getDelegationToken", GET, alice(AuthenticationMethod.KERBEROS));

        assertThat(((GetDelegationTokenRequestProto) checked).getRenewer()).isEqualTo("yarn");
        assertThat(TokenRequests.checked("renewDelegationToken", RENEW, alice(AuthenticationMethod.KERBEROS)))
                .isEqualTo(RENEW);
    }

    @Test
    void callerWithATokenOrWithoutAnyProof_getsNone_andRenewsNone() {
        for (AuthenticationMethod method :
                new AuthenticationMethod[] {AuthenticationMethod.TOKEN, AuthenticationMethod.SIMPLE}) {
            assertThatThrownBy(() -> TokenRequests.checked("getDelegationToken", GET, alice(method)))
                    .hasMessageContaining("issued only with kerberos");
            assertThatThrownBy(() -> TokenRequests.checked("renewDelegationToken", RENEW, alice(method)))
                    .hasMessageContaining("renewed only with kerberos");
        }
    }

    @Test
    void proxyUser_isAskedForTheProofOfTheRealUser() throws Exception {
        for (AuthenticationMethod method :
                new AuthenticationMethod[] {AuthenticationMethod.TOKEN, AuthenticationMethod.KERBEROS}) {
            UserGroupInformation bob = UserGroupInformation.createProxyUser("bob", alice(method));
            if (method == AuthenticationMethod.KERBEROS) {
                assertThat(TokenRequests.checked("renewDelegationToken", RENEW, bob))
                        .isEqualTo(RENEW);
            } else {
                assertThatThrownBy(() -> TokenRequests.checked("getDelegationToken", GET, bob))
                        .hasMessageContaining("only with kerberos");
            }
        }
    }

    @Test
    void otherCalls_areNoneOfItsBusiness() throws Exception {
        Message other = GetFileInfoRequestProto.newBuilder().setSrc("/").build();
        assertThat(TokenRequests.checked("getFileInfo", other, alice(AuthenticationMethod.TOKEN)))
                .isSameAs(other);
    }
}
