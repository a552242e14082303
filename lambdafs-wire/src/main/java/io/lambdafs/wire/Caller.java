package io.lambdafs.wire;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/** On whose behalf a request is made, as the client asserts it (Hadoop's simple authentication). */
public final class Caller {
    private final String user;
    private final List<String> groups;
    private final String host;
    private final String realUser;
    private final String context;
    private final String protocol;
    private final long holding;

    /**
     * A caller.
     *
     * @param user short user name
     * @param groups the user's groups, the primary one first
     * @param host address or name of the client machine, used to sort replicas and to place the first one
     */
    public Caller(String user, List<String> groups, String host) {
        this(user, Collections.unmodifiableList(new ArrayList<>(groups)), host, "", "", "", 0);
    }

    private Caller(
            String user,
            List<String> groups,
            String host,
            String realUser,
            String context,
            String protocol,
            long holding) {
        this.user = Objects.requireNonNull(user, "user");
        this.groups = groups;
        this.host = Objects.requireNonNull(host, "host");
        this.realUser = Objects.requireNonNull(realUser, "realUser");
        this.context = Objects.requireNonNull(context, "context");
        this.protocol = Objects.requireNonNull(protocol, "protocol");
        this.holding = holding;
    }

    /** The same caller, for whom this other user makes the calls, as Hadoop's proxy users do; empty for nobody. */
    public Caller through(String other) {
        return new Caller(user, groups, host, other, context, protocol, holding);
    }

    /** The same caller, with what its program says of the call: Hadoop's caller context; empty for nothing. */
    public Caller inContext(String said) {
        return new Caller(user, groups, host, realUser, said, protocol, holding);
    }

    /** The same caller, whose calls come by this protocol, such as {@code webhdfs}; empty for Hadoop's RPC interface. */
    public Caller by(String name) {
        return new Caller(user, groups, host, realUser, context, name, holding);
    }

    /** The same caller, who asks for the sake of the decoupled subtree with this number, which is not kept from it; 0 for none. */
    public Caller holding(long decoupling) {
        return decoupling == holding ? this : new Caller(user, groups, host, realUser, context, protocol, decoupling);
    }

    public String user() {
        return user;
    }

    public List<String> groups() {
        return groups;
    }

    public String host() {
        return host;
    }

    /** The user who makes the calls on the user's behalf; empty if the user does. Only the audit log asks. */
    public String realUser() {
        return realUser;
    }

    /** What the caller's program says of the call; often empty. Only the audit log asks. */
    public String context() {
        return context;
    }

    /** By which protocol the call came to λFS; empty for Hadoop's RPC interface. Only the audit log asks. */
    public String protocol() {
        return protocol;
    }

    /** The number of the decoupled subtree for whose sake the call is made; 0 for none. */
    public long holding() {
        return holding;
    }

    /** Whether there is more to tell than user, groups and host. */
    boolean saysMore() {
        return !realUser.isEmpty() || !context.isEmpty() || !protocol.isEmpty();
    }
}
