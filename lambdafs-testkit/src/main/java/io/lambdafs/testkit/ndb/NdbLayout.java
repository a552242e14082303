package io.lambdafs.testkit.ndb;

import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;

/** Which nodes a cluster on this machine has, and their {@code config.ini}. */
public interface NdbLayout {
    /** Numbers of the management servers. */
    List<Integer> managementServers();

    /** Numbers of the data nodes. */
    List<Integer> dataNodes();

    /** Numbers that connections may ask for; empty if they are given those that the layout has no numbers for. */
    List<Integer> connections();

    /**
     * The configuration, in which every node is on 127.0.0.1.
     *
     * @param directory by a node's number, where its files go
     * @param port by a management server's number, where it listens
     */
    String configuration(IntFunction<Path> directory, IntUnaryOperator port);
}
