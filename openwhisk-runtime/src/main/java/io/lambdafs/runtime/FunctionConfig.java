package io.lambdafs.runtime;

import static java.util.Objects.requireNonNull;

import io.lambdafs.authentication.SecurityMode;
import io.lambdafs.container.http.PlainHttpConfig;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.namenode.FeatureConfig;
import io.lambdafs.namenode.NameNodeConfig;
import io.lambdafs.namenode.NamespaceLimits;
import io.lambdafs.namenode.SecurityConfig;
import io.lambdafs.runtime.kms.KmsAddress;
import io.lambdafs.store.StoreConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a function instance, from its environment.
 *
 * @param store where the metadata is
 * @param coordinator from which it learns of the other instances
 * @param requestThreads operations that one instance carries out at once
 * @param reportDirectory where the instance writes how it is; null for nowhere
 * @param audit where it writes a line for each operation
 * @param platform where functions are invoked that are to help; empty where nobody helps
 * @param cache whether and how much metadata it caches
 * @param nameNode the NameNode's own settings
 * @param keyProvider the service that has the keys of encryption zones; empty where there can be none
 * @param tracing OpenTelemetry's variables, which say whether and how it is traced
 */
record FunctionConfig(
        StoreConfig store,
        CoordinatorConfig coordinator,
        int requestThreads,
        @Nullable Path reportDirectory,
        AuditConfig audit,
        Optional<PlatformSettings> platform,
        CacheConfig cache,
        NameNodeConfig nameNode,
        Optional<KmsAddress> keyProvider,
        Map<String, String> tracing) {
    private static final String PREFIX = "LAMBDAFS_";

    /** Each of them may need a connection to the store, of which a server has few. */
    private static final int DEFAULT_REQUEST_THREADS = 8;

    /** With an engine, to which all share one connection: what is under way at the same time shares batches and rounds. */
    private static final int REQUEST_THREADS_WITH_ENGINE = 64;

    /** With this a URL of an engine begins, whatever it listens at. */
    private static final String ENGINE = "rocks";

    /** Those that the store's other work and the coordinator's take. */
    private static final int MORE_CONNECTIONS = 2;

    /** Every variable that is read; another one with the prefix is a mistake. */
    static final Set<String> VARIABLES = union(
            union(PlainHttpConfig.VARIABLES, AuditConfig.VARIABLES),
            Set.of(
                    Protocol.VARIABLE,
                    SettingsFiles.VARIABLE,
                    SettingsOfInit.VARIABLE,
                    "LAMBDAFS_STORE_URL",
                    "LAMBDAFS_STORE_USER",
                    "LAMBDAFS_STORE_PASSWORD",
                    CoordinatorConfig.KIND,
                    CoordinatorConfig.ZOOKEEPER,
                    CoordinatorConfig.SECRET,
                    CoordinatorConfig.CLUSTER,
                    CoordinatorConfig.SESSION_TIMEOUT,
                    "LAMBDAFS_REQUEST_THREADS",
                    "LAMBDAFS_REPORT_DIRECTORY",
                    PlatformSettings.URL,
                    PlatformSettings.KEY,
                    PlatformSettings.TRUSTSTORE,
                    CacheConfig.MODE,
                    CacheConfig.DEPLOYMENTS,
                    CacheConfig.CACHE_BYTES,
                    CacheConfig.LEAVE_AFTER_IDLE,
                    "LAMBDAFS_SUPERUSER",
                    "LAMBDAFS_SUPERGROUP",
                    "LAMBDAFS_PERMISSIONS_ENABLED",
                    "LAMBDAFS_MIN_BLOCK_SIZE_BYTES",
                    "LAMBDAFS_REPLICATION",
                    "LAMBDAFS_DELETE_BATCH",
                    "LAMBDAFS_PROTECTED_DIRECTORIES",
                    "LAMBDAFS_PROTECTED_SUBDIRECTORIES_ENABLED",
                    "LAMBDAFS_MAX_DIRECTORY_ITEMS",
                    "LAMBDAFS_MAX_OBJECTS",
                    "LAMBDAFS_POSIX_ACL_INHERITANCE_ENABLED",
                    "LAMBDAFS_MAX_XATTRS_PER_INODE",
                    "LAMBDAFS_MAX_XATTR_SIZE_BYTES",
                    "LAMBDAFS_STORAGE_POLICIES_ENABLED",
                    "LAMBDAFS_OWNERS_SET_QUOTAS",
                    "LAMBDAFS_ACCESS_TIME_PRECISION_MILLIS",
                    "LAMBDAFS_TRASH_INTERVAL_MINUTES",
                    "LAMBDAFS_DATANODE_DEAD_AFTER_MILLIS",
                    SecurityMode.VARIABLE,
                    KmsAddress.VARIABLE,
                    "LAMBDAFS_TOKEN_RENEW_INTERVAL_MILLIS",
                    "LAMBDAFS_TOKEN_MAX_LIFETIME_MILLIS"));

    FunctionConfig {
        requireNonNull(store, "store");
        requireNonNull(coordinator, "coordinator");
        requireNonNull(audit, "audit");
        requireNonNull(cache, "cache");
        requireNonNull(nameNode, "nameNode");
        tracing = Map.copyOf(tracing);
        if (requestThreads < 1 || requestThreads > 1024) {
            throw new IllegalArgumentException(
                    "LAMBDAFS_REQUEST_THREADS must be within 1..1024, not " + requestThreads);
        }
    }

    private static Set<String> union(Set<String> some, Set<String> others) {
        Set<String> all = new TreeSet<>(some);
        all.addAll(others);
        return Collections.unmodifiableSet(all);
    }

    private static int defaultThreads(Map<String, String> environment) {
        boolean engine = environment.getOrDefault("LAMBDAFS_STORE_URL", "").startsWith(ENGINE);
        return engine ? REQUEST_THREADS_WITH_ENGINE : DEFAULT_REQUEST_THREADS;
    }

    /**
     * Reads the environment.
     *
     * @throws IllegalArgumentException naming the variable that is missing, malformed or unknown
     */
    static FunctionConfig of(Map<String, String> environment) {
        requireKnown(environment);
        int threads = number(environment, "LAMBDAFS_REQUEST_THREADS", defaultThreads(environment));
        CoordinatorConfig coordinator = CoordinatorConfig.of(environment);
        boolean storeCoordinates = coordinator.kind() == CoordinatorConfig.Kind.NDB;
        StoreConfig store = new StoreConfig(
                required(environment, "LAMBDAFS_STORE_URL"),
                environment.getOrDefault("LAMBDAFS_STORE_USER", ""),
                environment.getOrDefault("LAMBDAFS_STORE_PASSWORD", ""),
                threads + MORE_CONNECTIONS + (storeCoordinates ? MORE_CONNECTIONS : 0),
                StoreConfig.Bounds.defaults());
        return new FunctionConfig(
                store,
                coordinator,
                threads,
                directory(environment.getOrDefault("LAMBDAFS_REPORT_DIRECTORY", "")),
                AuditConfig.of(environment),
                PlatformSettings.of(environment),
                CacheConfig.of(environment),
                nameNode(environment),
                Optional.ofNullable(environment.get(KmsAddress.VARIABLE)).map(KmsAddress::of),
                TracingOpening.settings(environment));
    }

    private static @Nullable Path directory(String text) {
        return text.isEmpty() ? null : Path.of(text);
    }

    private static NameNodeConfig nameNode(Map<String, String> environment) {
        NameNodeConfig defaults = NameNodeConfig.defaults(required(environment, "LAMBDAFS_SUPERUSER"));
        NameNodeConfig.FileDefaults files = defaults.files();
        return new NameNodeConfig(
                defaults.superuser(),
                environment.getOrDefault("LAMBDAFS_SUPERGROUP", defaults.supergroup()),
                !"false".equals(environment.get("LAMBDAFS_PERMISSIONS_ENABLED")),
                new NameNodeConfig.FileDefaults(
                        files.blockSize(),
                        number(environment, "LAMBDAFS_MIN_BLOCK_SIZE_BYTES", Math.toIntExact(files.minBlockSize())),
                        number(environment, "LAMBDAFS_REPLICATION", files.replication()),
                        files.minReplication(),
                        files.maxReplication(),
                        files.maxBlocks()),
                defaults.listingLimit(),
                deleteBatch(environment, defaults.deleteBatch()),
                Duration.ofMillis(number(
                        environment,
                        "LAMBDAFS_DATANODE_DEAD_AFTER_MILLIS",
                        Math.toIntExact(defaults.dataNodeDeadAfter().toMillis()))),
                limits(environment, defaults.limits()),
                features(environment, defaults.features()),
                security(environment, defaults.security()));
    }

    private static SecurityConfig security(Map<String, String> environment, SecurityConfig defaults) {
        return new SecurityConfig(
                SecurityMode.of(environment.getOrDefault(SecurityMode.VARIABLE, "")),
                Duration.ofMillis(wholeNumber(
                        environment,
                        "LAMBDAFS_TOKEN_RENEW_INTERVAL_MILLIS",
                        defaults.renewInterval().toMillis(),
                        "a number of milliseconds")),
                Duration.ofMillis(wholeNumber(
                        environment,
                        "LAMBDAFS_TOKEN_MAX_LIFETIME_MILLIS",
                        defaults.maxLifetime().toMillis(),
                        "a number of milliseconds")));
    }

    private static FeatureConfig features(Map<String, String> environment, FeatureConfig defaults) {
        return new FeatureConfig(
                !"false".equals(environment.get("LAMBDAFS_POSIX_ACL_INHERITANCE_ENABLED")),
                within(
                        environment,
                        "LAMBDAFS_MAX_XATTRS_PER_INODE",
                        FeatureConfig.MOST_EXTENDED_ATTRIBUTES,
                        defaults.maxExtendedAttributes()),
                within(
                        environment,
                        "LAMBDAFS_MAX_XATTR_SIZE_BYTES",
                        FeatureConfig.MOST_EXTENDED_ATTRIBUTE_BYTES,
                        defaults.maxExtendedAttributeBytes()),
                !"false".equals(environment.get("LAMBDAFS_STORAGE_POLICIES_ENABLED")),
                "true".equals(environment.get("LAMBDAFS_OWNERS_SET_QUOTAS")),
                Duration.ofMillis(wholeNumber(
                        environment,
                        "LAMBDAFS_ACCESS_TIME_PRECISION_MILLIS",
                        defaults.accessTimePrecision().toMillis(),
                        "a number of milliseconds, 0 for none")),
                Duration.ofMinutes(wholeNumber(
                        environment,
                        "LAMBDAFS_TRASH_INTERVAL_MINUTES",
                        defaults.trashInterval().toMinutes(),
                        "a number of minutes, 0 for none")));
    }

    private static int within(Map<String, String> environment, String name, int most, int usual) {
        int value = number(environment, name, usual);
        if (value < 1 || value > most) {
            throw new IllegalArgumentException(name + " must be within 1.." + most + ", not " + value);
        }
        return value;
    }

    private static NamespaceLimits limits(Map<String, String> environment, NamespaceLimits defaults) {
        int items = within(
                environment,
                "LAMBDAFS_MAX_DIRECTORY_ITEMS",
                NamespaceLimits.MOST_DIRECTORY_ITEMS,
                defaults.maxDirectoryItems());
        return new NamespaceLimits(
                protectedDirectories(environment.getOrDefault("LAMBDAFS_PROTECTED_DIRECTORIES", "")),
                "true".equals(environment.get("LAMBDAFS_PROTECTED_SUBDIRECTORIES_ENABLED")),
                items,
                wholeNumber(environment, "LAMBDAFS_MAX_OBJECTS", 0, "a number, 0 for no bound"));
    }

    private static long wholeNumber(Map<String, String> environment, String name, long usual, String what) {
        String text = environment.getOrDefault(name, String.valueOf(usual));
        if (!text.matches("\\d{1,12}")) {
            throw new IllegalArgumentException(name + " must be " + what + ", not " + text);
        }
        return Long.parseLong(text);
    }

    private static Set<FsPath> protectedDirectories(String list) {
        try {
            return Arrays.stream(list.split(","))
                    .map(String::strip)
                    .filter(path -> !path.isEmpty())
                    .map(FsPath::parse)
                    .collect(Collectors.toSet());
        } catch (FsException e) {
            throw new IllegalArgumentException(
                    "LAMBDAFS_PROTECTED_DIRECTORIES must be absolute paths with commas between them, not " + list, e);
        }
    }

    private static int deleteBatch(Map<String, String> environment, int most) {
        int batch = number(environment, "LAMBDAFS_DELETE_BATCH", most);
        if (batch < 1 || batch > most) {
            throw new IllegalArgumentException("LAMBDAFS_DELETE_BATCH must be within 1.." + most + ", not " + batch);
        }
        return batch;
    }

    private static void requireKnown(Map<String, String> environment) {
        Set<String> unknown = new TreeSet<>(environment.keySet());
        // A user's settings for clients may be inherited; they are no business of an instance.
        unknown.removeIf(
                name -> !name.startsWith(PREFIX) || name.startsWith(PREFIX + "CLIENT_") || VARIABLES.contains(name));
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(
                    "unknown settings " + unknown + "; known are " + new TreeSet<>(VARIABLES));
        }
    }

    private static String required(Map<String, String> environment, String name) {
        String value = environment.getOrDefault(name, "");
        if (value.isEmpty()) {
            throw new IllegalArgumentException("set the environment variable " + name);
        }
        return value;
    }

    private static int number(Map<String, String> environment, String name, int otherwise) {
        String value = environment.getOrDefault(name, "");
        try {
            return value.isEmpty() ? otherwise : Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " must be a whole number, not " + value, e);
        }
    }
}
