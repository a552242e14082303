package io.lambdafs.gateway.security;

import java.io.IOException;
import java.util.Set;
import org.apache.hadoop.security.HadoopKerberosName;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.UserGroupInformation.AuthenticationMethod;
import org.apache.hadoop.security.proto.SecurityProtos.GetDelegationTokenRequestProto;
import org.apache.hadoop.thirdparty.protobuf.Message;

/** What a gateway sees to before a call about delegation tokens goes on to a NameNode, which knows no Kerberos. */
public final class TokenRequests {
    private static final String GET = "getDelegationToken";
    private static final Set<String> METHODS = Set.of(GET, "renewDelegationToken");
    private static final Set<AuthenticationMethod> GOOD =
            Set.of(AuthenticationMethod.KERBEROS, AuthenticationMethod.KERBEROS_SSL, AuthenticationMethod.CERTIFICATE);

    private TokenRequests() {}

    /**
     * The request as it goes on: with the renewer's short name, by this cluster's rules for names.
     *
     * @throws IOException if a caller who has come with a token wants another one, or to renew one: a lost token would be good for ever
     */
    public static Message checked(String method, Message request, UserGroupInformation user) throws IOException {
        if (!METHODS.contains(method)) {
            return request;
        }
        if (!GOOD.contains(methodOf(user))) {
            throw new IOException("Delegation Token can be " + (method.equals(GET) ? "issued" : "renewed")
                    + " only with kerberos or web authentication");
        }
        return request instanceof GetDelegationTokenRequestProto asked
                ? asked.toBuilder().setRenewer(shortName(asked.getRenewer())).build()
                : request;
    }

    private static String shortName(String renewer) throws IOException {
        return renewer.isEmpty() ? renewer : new HadoopKerberosName(renewer).getShortName();
    }

    private static AuthenticationMethod methodOf(UserGroupInformation user) {
        UserGroupInformation real = user.getRealUser();
        return user.getAuthenticationMethod() == AuthenticationMethod.PROXY && real != null
                ? real.getAuthenticationMethod()
                : user.getAuthenticationMethod();
    }
}
