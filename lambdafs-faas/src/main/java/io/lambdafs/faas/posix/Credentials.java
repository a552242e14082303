package io.lambdafs.faas.posix;

import java.util.Set;

/** On whose behalf calls are made. */
public record Credentials(int uid, int gid, Set<Integer> groups) {
    public Credentials {
        groups = Set.copyOf(groups);
    }

    /** The superuser. */
    public static final Credentials ROOT = new Credentials(0, 0, Set.of());

    boolean isSuperuser() {
        return uid == 0;
    }

    boolean isIn(int group) {
        return gid == group || groups.contains(group);
    }
}
