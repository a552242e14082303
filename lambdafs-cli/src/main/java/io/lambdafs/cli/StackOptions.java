package io.lambdafs.cli;

import io.lambdafs.cli.network.BindAddress;
import io.lambdafs.cli.security.StackSecurity;
import io.lambdafs.cli.store.OwnStore;
import io.lambdafs.cli.volume.Volumes;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say how a stack is made up; what is not given is as at the last start. */
final class StackOptions {
    @Option(
            names = "--mode",
            paramLabel = "MODE",
            description =
                    "'lambdafs' (default): NameNodes cache metadata; 'validate': they cache it, and ask the store with each"
                            + " request what has changed; 'stateless': they ask the store each time.")
    private @Nullable String mode;

    @Option(
            names = "--coordinator",
            paramLabel = "NAME",
            description =
                    "The coordinator, through which NameNodes find each other: 'zookeeper' (default), a server of its"
                            + " own; or 'ndb', the cluster that has the metadata.")
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
            names = "--audit-log",
            paramLabel = "true|false",
            arity = "1",
            description =
                    "Whether function instances write a line for each operation to logs/hdfs-audit.log, in the format"
                            + " of HDFS's NameNode; default false, as in HDFS. Holds for instances of the next start of the"
                            + " platform.")
    private @Nullable Boolean auditLog;

    @Option(
            names = StackSecurity.SECURE,
            paramLabel = "true|false",
            arity = "0..1",
            fallbackValue = "true",
            description =
                    "Whether callers prove who they are, by delegation tokens or Kerberos; default false: they are"
                            + " believed. Another value than before stops the stack first.")
    private @Nullable Boolean secure;

    @Option(
            names = StackSecurity.PRINCIPAL,
            paramLabel = "NAME/HOST@REALM",
            description =
                    "With --secure: the gateways' Kerberos principal, whose name becomes one of a superuser. Without: callers"
                            + " need a token that 'lambdafs token' has written.")
    private @Nullable String kerberosPrincipal;

    @Option(
            names = StackSecurity.KEYTAB,
            paramLabel = "FILE",
            description =
                    "The keytab with the keys of the gateways' principal, and of HTTP/HOST@REALM for the web server.")
    private @Nullable String kerberosKeytab;

    @Option(
            names = StackSecurity.KEY_PROVIDER,
            paramLabel = "KMS",
            description =
                    "The key management server with the keys of encryption zones, such as kms://http@localhost:9600/kms; ''"
                            + " for none, which is the default.")
    private @Nullable String keyProvider;

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

    @Option(
            names = "--max-instances",
            paramLabel = "N",
            description =
                    "Instances of one function at most; 1 turns scaling out off; default 0: as many as the pool has"
                            + " CPU and memory for.")
    private @Nullable Integer maxInstances;

    @Option(
            names = "--idle-millis",
            paramLabel = "N",
            description = "How long the last instance of a function stays when nobody calls it, in milliseconds after"
                    + " the 10 s after which it is paused; default 60000.")
    private @Nullable Integer idleMillis;

    @Option(
            names = "--stem-cells",
            paramLabel = "N",
            description = "Function instances that have started before a function needs them, about 80 MB each; default"
                    + " 1.")
    private @Nullable Integer stemCells;

    @Option(names = "--datanodes", paramLabel = "N", description = "DataNodes; default 3.")
    private @Nullable Integer dataNodes;

    @Option(
            names = Volumes.OPTION,
            paramLabel = "TYPE[,TYPE...]",
            description = "Volumes of each DataNode, by HDFS's types of storages: directories below the data directory"
                    + " that pass for RAM_DISK, SSD, DISK, ARCHIVE or NVDIMM; default DISK.")
    private @Nullable String volumes;

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
            names = StackConfig.EngineMemory.BLOCK_CACHE,
            paramLabel = "N",
            description = "The most memory, in MB, that the stack's own engine takes for rows that it has read;"
                    + " default 64.")
    private @Nullable Integer storeBlockCacheMb;

    @Option(
            names = StackConfig.EngineMemory.WRITE_BUFFER,
            paramLabel = "N",
            description = "The most memory, in MB, that the stack's own engine takes for rows that are in its log only;"
                    + " default 64. It leaves twice as much of its disk free.")
    private @Nullable Integer storeWriteBufferMb;

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

    @Option(
            names = "--gateway",
            paramLabel = "N|off",
            description = "Gateways, by which clients without the plugin come in; default 1; 'off': none.")
    private @Nullable String gateway;

    @Option(
            names = StackConfig.Gateways.PORT,
            paramLabel = "PORT",
            description =
                    "Port of the first gateway; those of the others follow. Default: 8020, or a free one where another"
                            + " program has that.")
    private @Nullable Integer gatewayPort;

    @Option(
            names = StackConfig.Gateways.HTTP_PORT,
            paramLabel = "PORT|off",
            description = "Port of the first gateway's web server; those of the others follow; 'off': no web server."
                    + " Default: 9870, or a free one where another program has that.")
    private @Nullable String gatewayHttpPort;

    @Option(
            names = "--bind-address",
            paramLabel = "ADDRESS",
            description =
                    "The IPv4 address of this machine at which the platform, ZooKeeper, the engine and the DataNodes"
                            + " listen, for containers and other machines; default 127.0.0.1. Another one than a loopback"
                            + " address needs --trust-network.")
    private @Nullable String bindAddress;

    @Option(
            names = "--trust-network",
            description = "Everybody who reaches --bind-address may read, change and delete all files: ZooKeeper and"
                    + " DataNodes authenticate nobody.")
    private boolean trustNetwork;

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
                        address(earlier),
                        or(platformPort, earlier.ports().platform()),
                        or(zooKeeperPort, earlier.ports().zooKeeper()),
                        or(storePort, earlier.ports().store())),
                new StackConfig.InstanceCpu(
                        or(instanceCpuMillis, earlier.cpu().instanceMillis()),
                        or(poolCpuMillis, earlier.cpu().poolMillis())),
                new StackConfig.InstancePool(
                        or(maxInstances, earlier.pool().maxInstances()),
                        or(idleMillis, earlier.pool().idleMillis()),
                        or(stemCells, earlier.pool().stemCells())),
                new StackConfig.EngineMemory(
                        or(storeBlockCacheMb, earlier.engineMemory().blockCacheMb()),
                        or(storeWriteBufferMb, earlier.engineMemory().writeBufferMb())),
                new StackConfig.Gateways(
                        gateways(earlier), or(gatewayPort, earlier.gateways().rpcPort()), httpPort(earlier)),
                volumes(earlier),
                or(auditLog, earlier.auditLog()),
                security(earlier));
    }

    private StackSecurity security(StackConfig earlier) {
        StackSecurity before = Boolean.FALSE.equals(secure) ? StackSecurity.SIMPLE : earlier.security();
        try {
            StackSecurity asked = new StackSecurity(
                    or(secure, before.secure()),
                    or(kerberosPrincipal, before.principal()),
                    or(kerberosKeytab, before.keytab()),
                    or(keyProvider, earlier.security().keyProvider()));
            asked.requireUsable();
            return asked;
        } catch (IllegalArgumentException e) {
            throw new CliException(String.valueOf(e.getMessage()), e);
        }
    }

    private Volumes volumes(StackConfig earlier) {
        try {
            return volumes == null ? earlier.volumes() : Volumes.parse(volumes);
        } catch (IllegalArgumentException e) {
            throw new CliException(String.valueOf(e.getMessage()), e);
        }
    }

    private int gateways(StackConfig earlier) {
        if (gateway == null) {
            return earlier.gateways().count();
        }
        try {
            return gateway.equals("off") ? 0 : Integer.parseInt(gateway);
        } catch (NumberFormatException e) {
            throw new CliException("--gateway must be a number of gateways or 'off', not " + gateway, e);
        }
    }

    private int httpPort(StackConfig earlier) {
        if (gatewayHttpPort == null) {
            return earlier.gateways().httpPort();
        }
        if (gatewayHttpPort.equals("off")) {
            return StackConfig.Gateways.NO_HTTP;
        }
        if (!gatewayHttpPort.matches("\\d{1,5}")) {
            throw new CliException(StackConfig.Gateways.HTTP_PORT + " must be a port or 'off', not " + gatewayHttpPort);
        }
        return Integer.parseInt(gatewayHttpPort);
    }

    private BindAddress address(StackConfig earlier) {
        if (bindAddress == null) {
            return earlier.ports().address();
        }
        try {
            return BindAddress.asked(bindAddress, trustNetwork);
        } catch (IllegalArgumentException e) {
            throw new CliException(String.valueOf(e.getMessage()), e);
        }
    }

    private String store(StackConfig earlier) {
        if (ndbConnectString != null && store != null && !store.equals(StackConfig.NDB)) {
            throw new CliException("--ndb-connectstring belongs to --store " + StackConfig.NDB);
        }
        if (ndbConnectString == null && OwnStore.EARLIER_NAME.equals(store)) {
            // A user who writes that wants no store of somebody else's.
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
