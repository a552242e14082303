package io.lambdafs.cli;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say how a stack is made up; what is not given is as at the last start. */
final class StackOptions {
    @Option(
            names = "--deployments",
            paramLabel = "N",
            description = "NameNode functions, among which the directories are divided; default 4.")
    private @Nullable Integer deployments;

    @Option(names = "--datanodes", paramLabel = "N", description = "DataNodes; default 3.")
    private @Nullable Integer dataNodes;

    @Option(
            names = "--store",
            paramLabel = "URL",
            description =
                    "JDBC URL of the metadata store, or 'embedded' (default), which is a PostgreSQL server of its own."
                            + " The password comes from $LAMBDAFS_STORE_PASSWORD.")
    private @Nullable String store;

    @Option(names = "--store-user", paramLabel = "NAME", description = "The user of the store at --store.")
    private @Nullable String storeUser;

    @Option(
            names = "--min-block-size",
            paramLabel = "BYTES",
            description = "The smallest block size that a file may have; default 1048576, as in HDFS.")
    private @Nullable Integer minBlockSize;

    @Option(
            names = "--platform-port",
            paramLabel = "PORT",
            description = "Port of the function platform; default 3233.")
    private @Nullable Integer platformPort;

    @Option(names = "--zookeeper-port", paramLabel = "PORT", description = "Port of ZooKeeper; default 23181.")
    private @Nullable Integer zooKeeperPort;

    @Option(
            names = "--postgres-port",
            paramLabel = "PORT",
            description = "Port of the embedded PostgreSQL; default 25432.")
    private @Nullable Integer postgresPort;

    /** These options over the earlier settings. */
    StackConfig over(StackConfig earlier) {
        String password = System.getenv("LAMBDAFS_STORE_PASSWORD");
        return new StackConfig(
                or(deployments, earlier.deployments()),
                or(dataNodes, earlier.dataNodes()),
                or(minBlockSize, earlier.minBlockSize()),
                or(store, earlier.store()),
                or(storeUser, earlier.storeUser()),
                or(password, earlier.storePassword()),
                new StackConfig.StackPorts(
                        or(platformPort, earlier.ports().platform()),
                        or(zooKeeperPort, earlier.ports().zooKeeper()),
                        or(postgresPort, earlier.ports().postgres())));
    }

    private static <T> T or(@Nullable T given, T otherwise) {
        return Optional.ofNullable(given).orElse(otherwise);
    }
}
