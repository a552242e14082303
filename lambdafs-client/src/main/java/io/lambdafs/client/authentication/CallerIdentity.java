package io.lambdafs.client.authentication;

import io.lambdafs.wire.Caller;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.ipc.CallerContext;
import org.apache.hadoop.security.UserGroupInformation;

/** The user for whom this process acts, as Hadoop's simple authentication knows it. */
public final class CallerIdentity {
    /** As many characters of a context as HDFS writes into its audit log by default. */
    private static final int LONGEST_CONTEXT = 128;

    private CallerIdentity() {}

    /**
     * The current user with groups, on this machine.
     *
     * @param host the machine's name or address; empty for the name that it knows itself by
     */
    public static Caller current(String host) throws IOException {
        UserGroupInformation user = UserGroupInformation.getCurrentUser();
        List<String> groups = Arrays.asList(user.getGroupNames());
        Caller caller = new Caller(user.getShortUserName(), groups, host.isEmpty() ? localHost() : host);
        UserGroupInformation real = user.getRealUser();
        return real == null ? caller : caller.through(real.getShortUserName());
    }

    /** The caller as it calls now: with the context that the calling thread has set, which Hadoop's servers write into audit logs. */
    public static Caller inContext(Caller caller) {
        CallerContext context = CallerContext.getCurrent();
        if (context == null || !context.isContextValid()) {
            return caller;
        }
        String text = context.getContext();
        return caller.inContext(
                text.substring(0, Math.min(text.length(), LONGEST_CONTEXT)).replace('\0', ' '));
    }

    /** The groups of a user, as this machine knows them and as its calls carry them. */
    public static String[] groupsOf(String user) {
        return UserGroupInformation.createRemoteUser(user).getGroupNames();
    }

    private static String localHost() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "127.0.0.1";
        }
    }
}
