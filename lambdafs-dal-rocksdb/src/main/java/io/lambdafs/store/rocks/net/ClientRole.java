package io.lambdafs.store.rocks.net;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a client may do with an engine. Each role has a secret of its own, and a client names its role when it connects. */
public enum ClientRole {
    /** Everything. */
    OWNER(0),

    /** What a DataNode does: it reports replicas and storages, and takes its commands. */
    DATANODE(1);

    private final int number;

    ClientRole(int number) {
        this.number = number;
    }

    /** The number that stands for it in a handshake. It never changes. */
    int number() {
        return number;
    }

    /** The role with this number; empty if this release knows none. */
    static Optional<ClientRole> numbered(int number) {
        return Arrays.stream(values()).filter(role -> role.number == number).findFirst();
    }

    /** The name by which configurations ask for it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The role with this name; the owner if the name is empty, and none if it is unknown. */
    public static Optional<ClientRole> named(String name) {
        return name.isEmpty()
                ? Optional.of(OWNER)
                : Arrays.stream(values())
                        .filter(role -> role.text().equals(name))
                        .findFirst();
    }
}
