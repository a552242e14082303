package io.lambdafs.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The arrows between modules, and which module may know which library, as docs/ARCHITECTURE.md draws them. */
final class ModuleArrowsTest {
    private static final Pattern DEPENDENCY = Pattern.compile("<dependency>(.*?)</dependency>", Pattern.DOTALL);
    private static final Pattern IMPORT = Pattern.compile("^import (?:static )?([\\w.]+);", Pattern.MULTILINE);

    /** Module to the project's modules that it may use outside its tests. */
    private static final Map<String, Set<String>> ARROWS = Map.ofEntries(
            Map.entry("lambdafs-wire", Set.of()),
            Map.entry("lambdafs-tracing", Set.of("lambdafs-wire")),
            Map.entry("lambdafs-core", Set.of("lambdafs-wire")),
            Map.entry("lambdafs-testkit", Set.of("lambdafs-core")),
            Map.entry("lambdafs-dal-sql", Set.of("lambdafs-core")),
            Map.entry("lambdafs-dal-ndb", Set.of("lambdafs-core")),
            Map.entry("lambdafs-dal-rocksdb", Set.of("lambdafs-core")),
            Map.entry("lambdafs-faas", Set.of("lambdafs-core")),
            Map.entry("lambdafs-mount", Set.of("lambdafs-faas")),
            Map.entry("lambdafs-coordinator", Set.of("lambdafs-core")),
            Map.entry("lambdafs-namenode", Set.of("lambdafs-core", "lambdafs-faas")),
            Map.entry("lambdafs-client", Set.of("lambdafs-wire")),
            Map.entry("lambdafs-datanode", Set.of("lambdafs-core")),
            Map.entry(
                    "lambdafs-gateway",
                    Set.of("lambdafs-wire", "lambdafs-core", "lambdafs-client", "lambdafs-datanode")),
            Map.entry("openwhisk-runtime", Set.of("lambdafs-namenode", "lambdafs-coordinator", "lambdafs-dal-sql")),
            Map.entry("lambdafs-platform", Set.of("openwhisk-runtime")),
            Map.entry("lambdafs-action", Set.of("openwhisk-runtime", "lambdafs-faas")),
            Map.entry(
                    "lambdafs-cli",
                    Set.of(
                            "openwhisk-runtime",
                            "lambdafs-platform",
                            "lambdafs-datanode",
                            "lambdafs-client",
                            "lambdafs-gateway",
                            "lambdafs-tracing",
                            "lambdafs-coordinator",
                            "lambdafs-dal-rocksdb",
                            "lambdafs-faas",
                            "lambdafs-action",
                            "lambdafs-mount",
                            "lambdafs-dal-sql")),
            Map.entry(
                    "benchmark",
                    Set.of("lambdafs-wire", "lambdafs-client", "lambdafs-cli", "lambdafs-core", "lambdafs-faas")),
            Map.entry("system-test", Set.of("lambdafs-cli", "lambdafs-client")));

    /** Library package to the only modules whose production code may import it. */
    private static final Map<String, Set<String>> LIBRARIES = Map.ofEntries(
            Map.entry("org.apache.curator", Set.of("lambdafs-coordinator")),
            Map.entry("org.apache.zookeeper", Set.of("lambdafs-coordinator")),
            Map.entry("java.sql", Set.of("lambdafs-dal-sql", "benchmark")),
            Map.entry("org.postgresql", Set.of("lambdafs-dal-sql")),
            Map.entry("com.mysql", Set.of("lambdafs-dal-ndb")),
            Map.entry("io.opentelemetry", Set.of("lambdafs-tracing")),
            Map.entry("org.rocksdb", Set.of("lambdafs-dal-rocksdb")),
            Map.entry(
                    "com.esotericsoftware",
                    Set.of("lambdafs-wire", "lambdafs-client", "lambdafs-namenode", "benchmark")),
            Map.entry(
                    "org.apache.hadoop",
                    Set.of(
                            "lambdafs-client",
                            "lambdafs-datanode",
                            "lambdafs-gateway",
                            "lambdafs-namenode",
                            "lambdafs-cli",
                            "benchmark",
                            "system-test")),
            Map.entry("ru.serce.jnrfuse", Set.of("lambdafs-mount")),
            Map.entry("picocli", Set.of("lambdafs-cli", "benchmark")),
            Map.entry("org.HdrHistogram", Set.of("benchmark")));

    /** What the NameNode may import of Hadoop: generated messages and the protobuf runtime. */
    private static final Pattern NAMENODE_HADOOP =
            Pattern.compile("org\\.apache\\.hadoop\\.(thirdparty\\.protobuf\\..*|[\\w.]+\\.proto\\..*"
                    + "|ipc\\.protobuf\\..*|[\\w.]*Protos(\\..*)?)");

    @Test
    void everyModule_hasItsArrowsDrawn() {
        assertThat(CheckoutSources.modules().stream()
                        .map(module -> module.getFileName().toString()))
                .isSubsetOf(ARROWS.keySet());
    }

    @Test
    void modules_useOnlyWhatTheArrowsAllow() {
        List<String> violations = new ArrayList<>();
        for (Path module : CheckoutSources.modules()) {
            String name = module.getFileName().toString();
            Set<String> used = new TreeSet<>();
            Matcher dependency = DEPENDENCY.matcher(CheckoutSources.read(module.resolve("pom.xml")));
            while (dependency.find()) {
                String text = dependency.group(1);
                if (text.contains("<groupId>io.lambdafs</groupId>") && !text.contains("<scope>test</scope>")) {
                    used.add(text.replaceAll("(?s).*?<artifactId>(.*?)</artifactId>.*", "$1"));
                }
            }
            used.removeAll(ARROWS.getOrDefault(name, Set.of()));
            used.forEach(target -> violations.add(name + " → " + target));
        }
        assertThat(violations).isEmpty();
    }

    @Test
    void libraries_areKnownOnlyWhereTheyBelong() {
        List<String> violations = new ArrayList<>();
        forEachProductionImport((module, imported) -> LIBRARIES.forEach((library, allowed) -> {
            if (imported.startsWith(library + ".") && !allowed.contains(module)) {
                violations.add(module + " imports " + imported);
            }
        }));
        assertThat(violations).isEmpty();
    }

    @Test
    void nameNode_knowsOnlyHadoopsMessages() {
        List<String> violations = new ArrayList<>();
        forEachProductionImport((module, imported) -> {
            if (module.equals("lambdafs-namenode")
                    && imported.startsWith("org.apache.hadoop.")
                    && !NAMENODE_HADOOP.matcher(imported).matches()) {
                violations.add(imported);
            }
        });
        assertThat(violations).isEmpty();
    }

    private static void forEachProductionImport(ImportVisitor visitor) {
        for (Path module : CheckoutSources.modules()) {
            for (Path file : CheckoutSources.javaFiles(module.resolve("src/main/java"))) {
                Matcher imported = IMPORT.matcher(CheckoutSources.read(file));
                while (imported.find()) {
                    visitor.visit(module.getFileName().toString(), imported.group(1));
                }
            }
        }
    }

    /** Sees one import of one module. */
    @FunctionalInterface
    private interface ImportVisitor {
        void visit(String module, String imported);
    }
}
