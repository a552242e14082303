package io.lambdafs.gateway.security;

import java.io.IOException;
import java.net.InetAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.web.AuthFilterInitializer;
import org.apache.hadoop.security.HadoopKerberosName;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.UserGroupInformation.AuthenticationMethod;

/** What a gateway does otherwise in secure mode. */
public final class GatewaySecurity {
    private static final String SECURE = "lambdafs.client.secure";
    private static final String AUTHENTICATION = "hadoop.security.authentication";
    private static final String PRINCIPAL = "dfs.namenode.kerberos.principal";
    private static final String KEYTAB = "dfs.namenode.keytab.file";

    /** Hadoop has one. */
    private static final String READERS = "ipc.server.read.threadpool.size";

    private static final String DEFAULT_READERS = "4";

    /** Which groups users have, whatever their machine says. */
    private static final String GROUPS = "hadoop.user.group.static.mapping.overrides";

    /** Hadoop's: a user whom its web servers do not know has none. */
    private static final String DEFAULT_GROUPS = "dr.who=;";

    private static final String SUPERGROUP = "supergroup";

    /** Otherwise everybody is {@code dr.who} to Hadoop's web servers. */
    private static final String FILTERS = "hadoop.http.filter.initializers";

    private GatewaySecurity() {}

    /** Whether callers are to prove who they are. */
    public static boolean isOn(Configuration settings) {
        return settings.getBoolean(SECURE, false);
    }

    /**
     * Logs this process in, if its callers come with Kerberos tickets.
     *
     * @throws IOException with a sentence for the user, if the settings do not fit together or the keytab does not do
     */
    public static void login(Configuration settings) throws IOException {
        boolean kerberos = SecurityUtil.getAuthenticationMethod(settings) == AuthenticationMethod.KERBEROS;
        if (kerberos && !isOn(settings)) {
            throw new IOException(
                    "the settings ask for Kerberos (" + AUTHENTICATION + "), and this λFS is in simple mode, in"
                            + " which its functions believe everybody: start it with `lambdafs start --secure`");
        }
        if (!kerberos) {
            return;
        }
        for (String needed : new String[] {PRINCIPAL, KEYTAB}) {
            if (settings.getTrimmed(needed, "").isEmpty()) {
                throw new IOException(
                        "the settings ask for Kerberos (" + AUTHENTICATION + "), and " + needed + " is missing");
            }
        }
        try {
            SecurityUtil.login(
                    settings, KEYTAB, PRINCIPAL, InetAddress.getLocalHost().getCanonicalHostName());
        } catch (IOException e) {
            throw new IOException(
                    "cannot log in as " + settings.get(PRINCIPAL) + " with the keytab " + settings.get(KEYTAB) + ": "
                            + e.getMessage(),
                    e);
        }
    }

    /**
     * Makes the user that the gateway logs in as a superuser, as the user is that a NameNode of HDFS runs as: the one that
     * {@code hadoop.security.auth_to_local} makes of the principal. Does nothing without Kerberos.
     *
     * @throws IOException with a sentence for the user, if the rules make no user of the principal
     */
    public static void addSuperuser(Configuration settings) throws IOException {
        String principal = settings.getTrimmed(PRINCIPAL, "");
        if (SecurityUtil.getAuthenticationMethod(settings) != AuthenticationMethod.KERBEROS || principal.isEmpty()) {
            return;
        }
        String own = SecurityUtil.getServerPrincipal(
                principal, InetAddress.getLocalHost().getCanonicalHostName());
        HadoopKerberosName.setConfiguration(settings);
        String user;
        try {
            user = new HadoopKerberosName(own).getShortName();
        } catch (IOException | IllegalArgumentException e) {
            throw new IOException(
                    "hadoop.security.auth_to_local makes no user of the gateway's own principal " + own
                            + ": add a rule for it to gateway-site.xml (" + e.getMessage() + ")",
                    e);
        }
        settings.set(GROUPS, withSuperuser(settings.get(GROUPS, DEFAULT_GROUPS), user));
    }

    /** The same groups, and the group of superusers for this user. */
    static String withSuperuser(String groups, String user) {
        StringBuilder all = new StringBuilder();
        String own = SUPERGROUP;
        for (String entry : groups.split(";", -1)) {
            String[] parts = entry.trim().split("=", 2);
            if (!parts[0].equals(user)) {
                all.append(entry.isBlank() ? "" : entry.trim() + ";");
            } else if (parts.length > 1 && !parts[1].isBlank()) {
                own = parts[1].trim() + "," + SUPERGROUP;
            }
        }
        return all.append(user).append('=').append(own).append(';').toString();
    }

    /** Whether a web server knows the names of its users: by Kerberos, or because it may believe them. */
    public static boolean knowsWebUsers(Configuration settings) {
        return !isOn(settings) || UserGroupInformation.isSecurityEnabled();
    }

    /** The settings of a web server: in secure mode no page is shown before the user has proven who it is (SPNEGO, or a token). */
    public static Configuration ofWebServer(Configuration settings) {
        if (!isOn(settings)) {
            return settings;
        }
        Configuration changed = new Configuration(settings);
        changed.set(FILTERS, AuthFilterInitializer.class.getName());
        return changed;
    }

    /**
     * The settings of the server of Hadoop's RPC. Without Kerberos, callers in secure mode get in by tokens only. Several threads read from
     * connections, because one may wait for a NameNode to know a token.
     */
    public static Configuration ofServer(Configuration settings) {
        if (!isOn(settings)) {
            return settings;
        }
        Configuration changed = new Configuration(settings);
        changed.setIfUnset(READERS, DEFAULT_READERS);
        if (!UserGroupInformation.isSecurityEnabled()) {
            changed.set(AUTHENTICATION, "token");
        }
        return changed;
    }
}
