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

    /**
     * A caller.
     *
     * @param user short user name
     * @param groups the user's groups, the primary one first
     * @param host address or name of the client machine, used to sort replicas and to place the first one
     */
    public Caller(String user, List<String> groups, String host) {
        this.user = Objects.requireNonNull(user, "user");
        this.groups = Collections.unmodifiableList(new ArrayList<>(groups));
        this.host = Objects.requireNonNull(host, "host");
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
}
