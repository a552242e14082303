package io.lambdafs.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.fs.FsPath;
import io.lambdafs.namenode.FeatureConfig;
import io.lambdafs.namenode.NamespaceLimits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class FunctionConfigTest {
    private static final Map<String, String> REQUIRED = Map.of(
            "LAMBDAFS_STORE_URL", "jdbc:postgresql://127.0.0.1:1/lambdafs",
            "LAMBDAFS_ZOOKEEPER", "127.0.0.1:2",
            "LAMBDAFS_DEPLOYMENTS", "4",
            "LAMBDAFS_SUPERUSER", "alice");

    @Test
    void defaults_areHdfss() {
        FunctionConfig config = FunctionConfig.of(REQUIRED);

        assertThat(config.coordinator().sessionTimeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(config.requestThreads()).isEqualTo(8);
        assertThat(config.store().maxConnections()).isEqualTo(10);
        assertThat(config.nameNode().superuser()).isEqualTo("alice");
        assertThat(config.nameNode().permissionsEnabled()).isTrue();
        assertThat(config.nameNode().files().minBlockSize()).isEqualTo(1 << 20);
        assertThat(config.nameNode().deleteBatch()).isEqualTo(512);
        assertThat(config.reportDirectory()).isNull();
        assertThat(config.audit()).isEqualTo(new AuditConfig("off", 256L << 20, 20));
        assertThat(config.audit().sink()).isEmpty();
        assertThat(config.platform()).isEmpty();
        assertThat(config.cache())
                .isEqualTo(new CacheConfig(CacheConfig.Mode.LAMBDAFS, 4, 32 << 20, Duration.ofSeconds(6)));
    }

    /** A server's connections are few; of an engine all share one. */
    @Test
    void threads_areManyWithAnEngine() {
        for (String url : List.of("rocks://127.0.0.1:1", "rocks+unix:/run/store.sock")) {
            Map<String, String> environment = new HashMap<>(REQUIRED);
            environment.put("LAMBDAFS_STORE_URL", url);
            assertThat(FunctionConfig.of(environment).requestThreads()).isEqualTo(64);
            environment.put("LAMBDAFS_REQUEST_THREADS", "3");
            assertThat(FunctionConfig.of(environment).requestThreads()).isEqualTo(3);
        }
    }

    @Test
    void everyVariable_isMapped() {
        Map<String, String> environment = new HashMap<>(REQUIRED);
        environment.put("LAMBDAFS_STORE_USER", "u");
        environment.put("LAMBDAFS_STORE_PASSWORD", "p");
        environment.put("LAMBDAFS_CLUSTER", "c");
        environment.put("LAMBDAFS_SESSION_TIMEOUT_MILLIS", "1234");
        environment.put("LAMBDAFS_REQUEST_THREADS", "3");
        environment.put("LAMBDAFS_REPORT_DIRECTORY", "/r");
        environment.put("LAMBDAFS_AUDIT_LOG", "/log/audit.log");
        environment.put("LAMBDAFS_AUDIT_LOG_BYTES", "100000");
        environment.put("LAMBDAFS_AUDIT_LOG_FILES", "3");
        environment.put("LAMBDAFS_MODE", "stateless");
        environment.put("LAMBDAFS_DEPLOYMENTS", "7");
        environment.put("LAMBDAFS_CACHE_BYTES", "12345678901");
        environment.put("LAMBDAFS_LEAVE_AFTER_IDLE_MILLIS", "0");
        environment.put("LAMBDAFS_PLATFORM_URL", "http://127.0.0.1:3");
        environment.put("LAMBDAFS_PLATFORM_AUTH", "u:k");
        environment.put("LAMBDAFS_SUPERGROUP", "g");
        environment.put("LAMBDAFS_PERMISSIONS_ENABLED", "false");
        environment.put("LAMBDAFS_MIN_BLOCK_SIZE_BYTES", "0");
        environment.put("LAMBDAFS_REPLICATION", "2");
        environment.put("LAMBDAFS_DELETE_BATCH", "17");
        environment.put("LAMBDAFS_PROTECTED_DIRECTORIES", "/user, /apps/hive/");
        environment.put("LAMBDAFS_PROTECTED_SUBDIRECTORIES_ENABLED", "true");
        environment.put("LAMBDAFS_MAX_DIRECTORY_ITEMS", "5000");
        environment.put("LAMBDAFS_MAX_OBJECTS", "60000000000");
        environment.put("LAMBDAFS_DATANODE_DEAD_AFTER_MILLIS", "5000");
        environment.put("LAMBDAFS_POSIX_ACL_INHERITANCE_ENABLED", "false");
        environment.put("LAMBDAFS_MAX_XATTRS_PER_INODE", "40");
        environment.put("LAMBDAFS_MAX_XATTR_SIZE_BYTES", "512");
        environment.put("LAMBDAFS_STORAGE_POLICIES_ENABLED", "false");
        environment.put("LAMBDAFS_OWNERS_SET_QUOTAS", "true");
        environment.put("LAMBDAFS_ACCESS_TIME_PRECISION_MILLIS", "5000");
        environment.put("LAMBDAFS_TRASH_INTERVAL_MINUTES", "1440");

        FunctionConfig config = FunctionConfig.of(environment);

        assertThat(config.store().user()).isEqualTo("u");
        assertThat(config.store().password()).isEqualTo("p");
        assertThat(config.coordinator().cluster()).isEqualTo("c");
        assertThat(config.coordinator().sessionTimeout()).isEqualTo(Duration.ofMillis(1234));
        assertThat(config.requestThreads()).isEqualTo(3);
        assertThat(config.reportDirectory()).isEqualTo(Path.of("/r"));
        assertThat(config.audit()).isEqualTo(new AuditConfig("/log/audit.log", 100_000, 3));
        assertThat(config.cache())
                .isEqualTo(new CacheConfig(CacheConfig.Mode.STATELESS, 7, 12_345_678_901L, Duration.ZERO));
        assertThat(config.platform()).contains(new PlatformSettings("http://127.0.0.1:3", "u:k"));
        assertThat(config.nameNode().supergroup()).isEqualTo("g");
        assertThat(config.nameNode().permissionsEnabled()).isFalse();
        assertThat(config.nameNode().limits())
                .isEqualTo(new NamespaceLimits(
                        Set.of(FsPath.parse("/user"), FsPath.parse("/apps/hive")), true, 5000, 60_000_000_000L));
        assertThat(config.nameNode().features())
                .isEqualTo(new FeatureConfig(false, 40, 512, false, true, Duration.ofSeconds(5), Duration.ofDays(1)));
        assertThat(config.nameNode().files().minBlockSize()).isZero();
        assertThat(config.nameNode().files().replication()).isEqualTo(2);
        assertThat(config.nameNode().deleteBatch()).isEqualTo(17);
        assertThat(config.nameNode().dataNodeDeadAfter()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void openTelemetrysVariables_areHandedOn_andNoOthers() {
        assertThat(FunctionConfig.of(REQUIRED).tracing()).isEmpty();
        assertThat(FunctionConfig.of(with("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318"))
                        .tracing())
                .containsExactly(Map.entry("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318"));
    }

    @Test
    void storeThatCoordinates_needsNoZooKeeper() {
        Map<String, String> environment = new HashMap<>(REQUIRED);
        environment.remove("LAMBDAFS_ZOOKEEPER");
        environment.put("LAMBDAFS_COORDINATOR", "ndb");

        FunctionConfig config = FunctionConfig.of(environment);

        assertThat(config.coordinator().kind()).isEqualTo(CoordinatorConfig.Kind.NDB);
        assertThat(config.store().maxConnections()).isEqualTo(12);
    }

    @Test
    void missingMalformedAndUnknown_areNamed() {
        assertThatThrownBy(() -> FunctionConfig.of(Map.of())).hasMessageContaining("set the environment variable");
        assertThatThrownBy(() -> FunctionConfig.of(with("LAMBDAFS_REQUEST_THREADS", "many")))
                .hasMessageContaining("LAMBDAFS_REQUEST_THREADS");
        assertThatThrownBy(() -> FunctionConfig.of(with("LAMBDAFS_REQUEST_THREADS", "0")))
                .hasMessageContaining("1..1024");
        assertThatThrownBy(() -> FunctionConfig.of(with("LAMBDAFS_AUDIT_LOG", "audit.log")))
                .hasMessageContaining("LAMBDAFS_AUDIT_LOG must be off, stdout or the absolute path of a file");
        assertThatThrownBy(() -> FunctionConfig.of(with("LAMBDAFS_AUDIT_LOG_BYTES", "64k")))
                .hasMessageContaining("LAMBDAFS_AUDIT_LOG_BYTES must be a whole number");
        assertThatThrownBy(() -> FunctionConfig.of(with("LAMBDAFS_AUDIT_LOG_FILES", "0")))
                .hasMessageContaining("LAMBDAFS_AUDIT_LOG_FILES must be within 1..1000");
        assertThatThrownBy(() -> FunctionConfig.of(with("LAMBDAFS_DELETE_BATCH", "0")))
                .hasMessageContaining("LAMBDAFS_DELETE_BATCH must be within 1..512");
        assertThatThrownBy(() -> FunctionConfig.of(with("LAMBDAFS_PROTECTED_DIRECTORIES", "/a,b")))
                .hasMessageContaining("LAMBDAFS_PROTECTED_DIRECTORIES must be absolute paths");
        assertThatThrownBy(() -> FunctionConfig.of(with("LAMBDAFS_MAX_DIRECTORY_ITEMS", "6400001")))
                .hasMessageContaining("LAMBDAFS_MAX_DIRECTORY_ITEMS must be within 1..6400000");
        assertThatThrownBy(() -> FunctionConfig.of(with("LAMBDAFS_MAX_OBJECTS", "-1")))
                .hasMessageContaining("LAMBDAFS_MAX_OBJECTS must be a number");
        assertThatThrownBy(() -> FunctionConfig.of(with("LAMBDAFS_ACCESS_TIME_PRECISION_MILLIS", "1h")))
                .hasMessageContaining("LAMBDAFS_ACCESS_TIME_PRECISION_MILLIS must be a number of milliseconds");
        assertThatThrownBy(() -> FunctionConfig.of(with("LAMBDAFS_TRASH_INTERVAL_MINUTES", "-1")))
                .hasMessageContaining("LAMBDAFS_TRASH_INTERVAL_MINUTES must be a number of minutes");
        assertThatThrownBy(() -> FunctionConfig.of(with("LAMBDAFS_DELETE_BATCH", "513")))
                .hasMessageContaining("LAMBDAFS_DELETE_BATCH must be within 1..512");
        assertThatThrownBy(() -> FunctionConfig.of(with("LAMBDAFS_COORDINATOR", "etcd")))
                .hasMessageContaining("LAMBDAFS_COORDINATOR must be zookeeper or ndb");
        assertThatThrownBy(() -> FunctionConfig.of(with("LAMBDAFS_ZOOKEEPER", "")))
                .hasMessageContaining("set the environment variable LAMBDAFS_ZOOKEEPER");
        assertThatThrownBy(() -> FunctionConfig.of(with("LAMBDAFS_REQEST_THREADS", "1")))
                .hasMessageContaining("unknown settings [LAMBDAFS_REQEST_THREADS]");
        assertThatThrownBy(() -> FunctionConfig.of(with("LAMBDAFS_PLATFORM_URL", "here")))
                .hasMessageContaining("LAMBDAFS_PLATFORM_URL must be an http or https URL");
        assertThatThrownBy(() -> FunctionConfig.of(with("LAMBDAFS_MODE", "fast")))
                .hasMessageContaining("LAMBDAFS_MODE must be lambdafs, validate or stateless");
        assertThat(FunctionConfig.of(with("LAMBDAFS_MODE", "validate")).cache().mode())
                .isEqualTo(CacheConfig.Mode.VALIDATE);
        assertThatThrownBy(() -> FunctionConfig.of(with("LAMBDAFS_DEPLOYMENTS", "")))
                .hasMessageContaining("set the environment variable LAMBDAFS_DEPLOYMENTS");
        assertThatThrownBy(() -> FunctionConfig.of(with("LAMBDAFS_DEPLOYMENTS", "0")))
                .hasMessageContaining("must be at least 1");
        assertThat(FunctionConfig.of(with("LAMBDAFS_CLIENT_ANYTHING", "1"))).isNotNull();
    }

    @Test
    void documentation_listsEveryVariable() throws Exception {
        Set<String> documented = new TreeSet<>();
        Matcher row = Pattern.compile("(?m)^\\| `(LAMBDAFS_\\w+)`")
                .matcher(Files.readString(Path.of("../docs/configuration.md")));
        while (row.find()) {
            documented.add(row.group(1));
        }
        assertThat(documented).isEqualTo(new TreeSet<>(FunctionConfig.VARIABLES));
    }

    private static Map<String, String> with(String name, String value) {
        Map<String, String> environment = new HashMap<>(REQUIRED);
        environment.put(name, value);
        return environment;
    }
}
