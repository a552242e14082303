package io.lambdafs.cli.certificate;

import java.util.Locale;

/** What a process does in a stack; each role has a certificate of its own. */
public enum Role {
    /** The function platform. */
    PLATFORM,
    /** A gateway, for Hadoop clients without the plugin. */
    GATEWAY,
    /** The store's engine. */
    ENGINE,
    /** A function instance. */
    INSTANCE,
    /** A DataNode. */
    DATANODE,
    /** A program that calls the stack. */
    CLIENT;

    /** The name of its files. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    boolean isServer() {
        return this != CLIENT && this != INSTANCE;
    }
}
