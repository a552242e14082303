package io.lambdafs.client.authentication;

import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.UserGroupInformation.AuthenticationMethod;

/**
 * Keeps a client that is set to use Kerberos from going on without it unnoticed. λFS knows callers by simple authentication only,
 * and Hadoop's own clients refuse such a server unless they are allowed to fall back to it.
 */
public final class KerberosCheck {
    /** Hadoop's name of the setting; the class that has it as a constant is private to Hadoop. */
    static final String FALLBACK = "ipc.client.fallback-to-simple-auth-allowed";

    private static final String METHOD = "hadoop.security.authentication";

    private KerberosCheck() {}

    /**
     * Checks a client's configuration.
     *
     * @throws AccessControlException if the client has Kerberos and does not allow itself to fall back
     */
    public static void require(Configuration configuration, URI nameservice) throws AccessControlException {
        AuthenticationMethod method = SecurityUtil.getAuthenticationMethod(configuration);
        boolean simple = method == AuthenticationMethod.SIMPLE && !UserGroupInformation.isSecurityEnabled();
        if (!simple && !configuration.getBoolean(FALLBACK, false)) {
            throw new AccessControlException(
                    "λFS at " + nameservice + " knows its callers by simple authentication only, but "
                            + METHOD + " of this client is kerberos. Set " + FALLBACK
                            + " to true to let it go on without Kerberos, or " + METHOD + " to simple");
        }
    }
}
