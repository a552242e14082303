package io.lambdafs.cli;

import io.lambdafs.cli.store.OwnStore;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say how a stack is made up; what is not given is as at the last start. */
final class StackOptions {
    @Option(
            names = "--mode",
            paramLabel = "MODE",
            description = "'lambdafs' (default): NameNodes cache metadata; 'stateless': they ask the store each time.")
    private @Nullable String mode;

    @Option(
            names = "--coordinator",
            paramLabel = "NAME",
            description =
                    "What tells the NameNodes of one another: 'zookeeper' (default), a server of its own; or 'ndb',"
                            + " the cluster that has the metadata.")
    private @Nullable String coordinator;

    @Option(
            names = "--offload",
            paramLabel = "true|false",
            arity = "1",
            description = "Whether NameNodes help one another to empty large deleted directories; default true.")
    private @Nullable Boolean offload;

    @Option(
            names = "--full-compiler",
            paramLabel = "true|false",
            arity = "1",
            description = "Whether function instances have the JVM's second compiler, for a stack whose instances work"
                    + " for minutes: they are slower at first and take less after that; default false. Holds for"
                    + " instances of the next start of the platform.")
    private @Nullable Boolean fullCompiler;

    @Option(
            names = "--deployments",
            paramLabel = "N",
            description =
                    "NameNode functions, among which the directories are divided; default 4. Another number than before"
                            + " ends all instances first.")
    private @Nullable Integer deployments;

    @Option(
            names = "--instance-concurrency",
            paramLabel = "N",
            description = "Calls that one function instance takes at once, before the platform starts another;"
                    + " default 64.")
    private @Nullable Integer instanceConcurrency;

    @Option(
            names = "--instance-cpu-millis",
            paramLabel = "N",
            description = "The most CPU that a function instance may use, in thousandths of a core; default 0, which"
                    + " does not limit it.")
    private @Nullable Integer instanceCpuMillis;

    @Option(
            names = "--pool-cpu-millis",
            paramLabel = "N",
            description = "The CPU of all function instances together, in thousandths of a core, and so their number;"
                    + " default 0: the cores of this machine.")
    private @Nullable Integer poolCpuMillis;

    @Option(names = "--datanodes", paramLabel = "N", description = "DataNodes; default 3.")
    private @Nullable Integer dataNodes;

    @Option(
            names = "--store",
            paramLabel = "URL",
            description =
                    "Where the metadata is: 'rocks' (default), an engine that the stack starts; 'embedded-postgres',"
                            + " a PostgreSQL server that the stack starts; 'ndb', the NDB cluster at"
                            + " --ndb-connectstring; or the URL of a store that runs elsewhere, whose password comes"
                            + " from $LAMBDAFS_STORE_PASSWORD.")
    private @Nullable String store;

    @Option(
            names = "--ndb-connectstring",
            paramLabel = "HOST:PORT",
            description = "The management servers of the NDB cluster, with commas between them; default"
                    + " $NDB_CONNECTSTRING.")
    private @Nullable String ndbConnectString;

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
            names = {"--store-port", "--postgres-port"},
            paramLabel = "PORT",
            description = "Port of the stack's own store, where it has one: PostgreSQL's, or the engine's if the path"
                    + " of its socket would be too long; default 25432.")
    private @Nullable Integer storePort;

    /** Whether somebody asks for a number of deployments. */
    boolean saysDeployments() {
        return deployments != null;
    }

    /** Whether somebody asks for a store. */
    boolean saysStore() {
        return store != null || ndbConnectString != null;
    }

    /** These options over the earlier settings. */
    StackConfig over(StackConfig earlier) {
        String password = System.getenv("LAMBDAFS_STORE_PASSWORD");
        return new StackConfig(
                or(mode, earlier.mode()),
                or(coordinator, earlier.coordinator()),
                or(offload, earlier.offload()),
                or(fullCompiler, earlier.fullCompiler()),
                or(deployments, earlier.deployments()),
                or(instanceConcurrency, earlier.instanceConcurrency()),
                or(dataNodes, earlier.dataNodes()),
                or(minBlockSize, earlier.minBlockSize()),
                store(earlier),
                or(storeUser, earlier.storeUser()),
                or(password, earlier.storePassword()),
                new StackConfig.StackPorts(
                        or(platformPort, earlier.ports().platform()),
                        or(zooKeeperPort, earlier.ports().zooKeeper()),
                        or(storePort, earlier.ports().store())),
                new StackConfig.InstanceCpu(
                        or(instanceCpuMillis, earlier.cpu().instanceMillis()),
                        or(poolCpuMillis, earlier.cpu().poolMillis())));
    }

    private String store(StackConfig earlier) {
        if (ndbConnectString != null && store != null && !store.equals(StackConfig.NDB)) {
            throw new CliException("--ndb-connectstring belongs to --store " + StackConfig.NDB);
        }
        if (ndbConnectString == null && OwnStore.EARLIER_NAME.equals(store)) {
            // Whoever writes that wants no store of somebody else's.
            return earlier.ownStore().orElse(OwnStore.DEFAULT).option();
        }
        if (ndbConnectString == null && !StackConfig.NDB.equals(store)) {
            return or(store, earlier.store());
        }
        String from = or(ndbConnectString, or(System.getenv("NDB_CONNECTSTRING"), ""));
        if (from.isEmpty() && !earlier.isNdb()) {
            throw new CliException("--store " + StackConfig.NDB + " needs --ndb-connectstring HOST:PORT");
        }
        return from.isEmpty() ? earlier.store() : StackConfig.NDB_SCHEME + from + "/lambdafs";
    }

    private static <T> T or(@Nullable T given, T otherwise) {
        return Optional.ofNullable(given).orElse(otherwise);
    }
}
