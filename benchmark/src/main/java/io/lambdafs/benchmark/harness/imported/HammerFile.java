package io.lambdafs.benchmark.harness.imported;

import io.lambdafs.benchmark.harness.arrival.LoadSpec;
import io.lambdafs.benchmark.harness.arrival.Rollover;
import io.lambdafs.benchmark.harness.operation.OperationKind;
import io.lambdafs.benchmark.harness.workload.Fault;
import io.lambdafs.benchmark.harness.workload.FileSizes;
import io.lambdafs.benchmark.harness.workload.Mix;
import io.lambdafs.benchmark.harness.workload.Phase;
import io.lambdafs.benchmark.harness.workload.RunPlan;
import io.lambdafs.benchmark.harness.workload.TreeSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A {@code master.properties} of hammer-bench: its RAW and INTERLEAVED benchmarks in a closed loop. For one thread. */
public final class HammerFile {
    private static final List<String> CLIENT_SETTINGS = List.of("dfs.", "fs.", "hadoop.", "ipc.", "io.", "lambdafs.");
    private static final List<String> WITHOUT_MEANING = List.of("hadoop.user", "hadoop.sbin");
    private static final long DRAIN = 0;

    private final PropertiesFile file;
    private final List<String> notes = new ArrayList<>();

    private HammerFile(PropertiesFile file) {
        this.file = file;
    }

    /**
     * Reads a file.
     *
     * @param uri of the file system, or empty for the one of the file
     * @param perClient whether each client has a {@code FileSystem} of its own, as hammer-bench's threads do
     * @throws IllegalArgumentException if something in it is wrong; its message names the key and says what to write
     */
    public static ImportedRun read(Path file, String uri, boolean perClient) throws IOException {
        return new HammerFile(new PropertiesFile(file)).run(uri, perClient);
    }

    /** How many NameNodes hammer-bench expects, which its result line repeats. */
    public static int expectedNameNodes(Path file) throws IOException {
        return new PropertiesFile(file).number("no.of.namenodes", 1);
    }

    private ImportedRun run(String uri, boolean perClient) {
        int machines = file.text("list.of.slaves", "localhost").split("[\\s,]+", -1).length;
        int clients = Math.multiplyExact(machines, file.number("num.slave.threads", 1));
        String type = file.text("benchmark.type", "RAW");
        List<Phase> phases = switch (type) {
            case "RAW" -> raw(clients);
            case "INTERLEAVED" -> List.of(interleaved());
            default ->
                throw new IllegalArgumentException(file.name("benchmark.type") + " is '" + type
                        + "': write RAW or INTERLEAVED. Block reports come from DataNodes, and are not a"
                        + " load of clients");
        };
        List<Fault> faults = faults();
        RunPlan plan = new RunPlan(
                new RunPlan.Target(target(uri), settings(), perClient),
                base(),
                0,
                clients,
                new RunPlan.Workload(
                        type.equals("RAW") ? "raw" : file.text("interleaved.workload.name", "interleaved"),
                        phases,
                        tree(),
                        FileSizes.parse(file.text("file.size", "0")),
                        file.text("replication.factor", "").isEmpty() ? -1 : file.number("replication.factor", 1),
                        file.count("append.size", 0),
                        0),
                LoadSpec.CLOSED,
                Rollover.CARRY,
                RunPlan.Times.cold(DRAIN));
        if (machines > 1) {
            notes.add(machines
                    + " slaves with all of their threads run here. Use --agents for clients on several machines.");
        }
        file.unread().stream()
                .filter(key -> !key.startsWith("//"))
                .forEach(key -> notes.add("The key " + key + " has no effect here."));
        return new ImportedRun(plan, faults, notes);
    }

    private String target(String uri) {
        String own = file.text("fs.defaultFS", file.text("fs.default.name", ""));
        return uri.isEmpty() ? own : uri;
    }

    private String base() {
        String base = file.text("base.dir", "/test");
        return base.length() > 1 && base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        for (String key : List.copyOf(file.unread())) {
            if (CLIENT_SETTINGS.stream().anyMatch(key::startsWith) && !WITHOUT_MEANING.contains(key)) {
                settings.put(key, file.text(key, ""));
            }
        }
        return settings;
    }

    private TreeSpec tree() {
        int initial = file.number("files.to.create.in.warmup.phase", 10);
        int dirs = file.number("dir.per.dir", 2);
        int files = file.number("files.per.dir", 16);
        int depth = file.number("tree.depth", 3);
        return new TreeSpec(
                dirs,
                files,
                file.flag("enable.fixed.depth.tree") ? depth : 0,
                TreeSpec.DEFAULT.nameLength(),
                initial,
                0,
                TreeSpec.DEFAULT.sharedDirs(),
                0,
                TreeSpec.DEFAULT.subtreeFiles(),
                0);
    }

    /** One phase for each kind whose duration is above 0, in hammer-bench's order, which is that of the kinds. */
    private List<Phase> raw(int clients) {
        List<Phase> phases = new ArrayList<>();
        long most = file.count("raw.create.phase.max.files.to.create", Long.MAX_VALUE);
        for (OperationKind kind : OperationKind.values()) {
            if (kind.hammerKey().isEmpty()) {
                continue;
            }
            long nanos = file.nanosOfMillis("raw." + kind.hammerKey() + ".phase.duration", 0);
            if (nanos > 0) {
                long bound = kind == OperationKind.CREATE ? Math.max(1, most / clients) : Phase.UNBOUNDED;
                phases.add(new Phase(kind.word(), Mix.only(kind), nanos, bound));
            }
        }
        if (phases.stream().noneMatch(phase -> phase.has(OperationKind.CREATE))) {
            throw new IllegalArgumentException(file.name("raw.create.files.phase.duration")
                    + " is 0: write a time in milliseconds, because the other phases need the files");
        }
        return phases;
    }

    private Phase interleaved() {
        Mix mix = file.mix();
        long nanos = file.nanosOfMillis("interleaved.bm.duration", 60_000);
        if (nanos == 0) {
            throw new IllegalArgumentException(
                    file.name("interleaved.bm.duration") + " is 0: write a time in milliseconds");
        }
        return new Phase(file.text("interleaved.workload.name", "interleaved"), mix, nanos, Phase.UNBOUNDED);
    }

    /** The commands that restart each NameNode, one NameNode after the other. */
    private List<Fault> faults() {
        String commands = file.text("failover.nn.restart.commands", "");
        String[] nameNodes = file.text("failover.namenodes", "").split("\\s*,\\s*", -1);
        String user = file.text("hadoop.user", "");
        String programs = file.text("hadoop.sbin", "");
        long every = file.nanosOfMillis("restart.a.namenode.after", 30_000);
        long first = file.nanosOfMillis("failover.test.start.time", 30_000);
        List<Fault> faults = new ArrayList<>();
        if (!file.flag("test.failover")) {
            return faults;
        }
        if (commands.isEmpty() || nameNodes[0].isEmpty()) {
            throw new IllegalArgumentException(file.name("test.failover")
                    + " is true: write failover.namenodes and failover.nn.restart.commands as well");
        }
        for (int i = 0; i < nameNodes.length; i++) {
            String command = commands.replace(",", ";")
                    .replace("HADOOP_USER", user)
                    .replace("HADOOP_SBIN", programs)
                    .replace("NAMENODE", nameNodes[i]);
            faults.add(new Fault(command, first + i * every, every * nameNodes.length));
        }
        return faults;
    }
}
