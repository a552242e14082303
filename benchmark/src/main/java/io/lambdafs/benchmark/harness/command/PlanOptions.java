package io.lambdafs.benchmark.harness.command;

import io.lambdafs.benchmark.harness.arrival.Amount;
import io.lambdafs.benchmark.harness.arrival.LoadSpec;
import io.lambdafs.benchmark.harness.arrival.Rollover;
import io.lambdafs.benchmark.harness.workload.Fault;
import io.lambdafs.benchmark.harness.workload.FileSizes;
import io.lambdafs.benchmark.harness.workload.Phase;
import io.lambdafs.benchmark.harness.workload.RunPlan;
import io.lambdafs.benchmark.harness.workload.TreeSpec;
import io.lambdafs.benchmark.harness.workload.WorkloadFile;
import io.lambdafs.benchmark.harness.workload.Workloads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that say what clients do and when. What a workload file says holds unless an option says something else. For one thread. */
final class PlanOptions {
    @Mixin
    private final TargetOptions target = new TargetOptions();

    @Option(
            names = "--workload",
            paramLabel = "WORKLOAD",
            description = "spotify (default), spotify-lambdafs, raw:OPERATION[,..], mix:OPERATION=PERCENT[,..],"
                    + " rw:READERS/WRITERS, tree-test, subtree, or a file that ends with .yaml.")
    private String workload = "spotify";

    @Option(names = "--clients", paramLabel = "N", description = "Clients of all processes together; default 8.")
    private @Nullable Integer clients;

    @Option(names = "--duration", paramLabel = "TIME", description = "How long each phase lasts; default 60s.")
    private @Nullable String duration;

    @Option(
            names = "--ops-per-client",
            paramLabel = "N",
            description =
                    "How many operations a client performs in a phase at most. The paper's scaling tests have 3072.")
    private long operationsPerClient = Phase.UNBOUNDED;

    @Option(
            names = "--warmup",
            paramLabel = "TIME",
            description = "How long clients read before the first phase, unmeasured; default 5s.")
    private String warmUp = "5s";

    @Option(
            names = "--warmup-ops",
            paramLabel = "N",
            description = "How much a client reads in the warm-up at most, which then ends before its time.")
    private long warmUpOperations = Phase.UNBOUNDED;

    @Option(
            names = "--drain",
            paramLabel = "TIME",
            description = "How long clients may go on after a phase with what was due before; default 10s.")
    private String drain = "10s";

    @Option(
            names = "--load",
            paramLabel = "LOAD",
            description = "closed (default), const:R, poisson:R, pareto:scale=R,alpha=2,interval=15s,cap=7,"
                    + " step:R@30s,R@30s, or replay:FILE. R is in operations a second, of all clients together.")
    private @Nullable String load;

    @Option(
            names = "--rollover",
            paramLabel = "RULE",
            description = "What becomes of operations that no client is free for: carry (default), carry:MAX, or none.")
    private @Nullable String rollover;

    @Option(names = "--seed", paramLabel = "N", description = "Of all chance; default 0, the paper's.")
    private @Nullable Long seed;

    @Option(
            names = "--tree",
            paramLabel = "TREE",
            description = "dirs=2,files=16,depth=auto|fixed:N,name-len=8,initial=100,shared=0,shared-dirs=16,zipf=0,"
                    + "subtree-files=16,total=0")
    private String tree = "";

    @Option(
            names = "--file-size",
            paramLabel = "BYTES",
            description = "Of files that are made; default 0. Or [(BYTES,PERCENT),..].")
    private String fileSize = "0";

    @Option(
            names = "--replication",
            paramLabel = "N",
            description = "Of files that are made; default the file system's.")
    private int replication = -1;

    @Option(names = "--append-bytes", paramLabel = "N", description = "What an append writes; default 0.")
    private long appendBytes;

    @Option(
            names = "--subtrees",
            paramLabel = "N",
            description =
                    "Directories of --tree subtree-files=16 files that each client makes for renameTree and deleteTree; default 16.")
    private int subtrees = 16;

    @Option(
            names = "--kill",
            paramLabel = "COMMAND",
            description = "A command of the shell that does harm to the system, on this machine.")
    private @Nullable String kill;

    @Option(names = "--kill-every", paramLabel = "TIME", description = "How often it is run; default 30s.")
    private String killEvery = "30s";

    private Optional<WorkloadFile> file = Optional.empty();

    /** Reads the workload file, if there is one; comes before everything else. */
    void read() throws IOException {
        file = Workloads.isFile(workload) ? Optional.of(WorkloadFile.read(Path.of(workload))) : Optional.empty();
    }

    /** The file that is replayed, if one is. */
    Optional<Path> replay() {
        return load != null && load.startsWith("replay:")
                ? Optional.of(Path.of(load.substring("replay:".length())))
                : Optional.empty();
    }

    TargetOptions target() {
        return target;
    }

    RunPlan plan() {
        long nanos = Amount.nanos("--duration", text(duration, "duration", "60s"));
        long warmUpNanos = Amount.nanos("--warmup", warmUp);
        long drainNanos = Amount.nanos("--drain", drain);
        if (nanos == 0) {
            throw new IllegalArgumentException("--duration is 0: write a duration such as 60s");
        }
        if (warmUpOperations < 1) {
            throw new IllegalArgumentException("--warmup-ops must be at least 1; --warmup 0s leaves the warm-up out");
        }
        if (operationsPerClient < 1) {
            throw new IllegalArgumentException("--ops-per-client must be at least 1");
        }
        List<Phase> phases = file.isPresent()
                ? List.of(new Phase(file.get().name(), file.get().groups(), nanos, operationsPerClient))
                : Workloads.phases(workload, nanos, operationsPerClient);
        return new RunPlan(
                target.target(),
                target.base(),
                seed(),
                Integer.parseInt(text(clients == null ? null : clients.toString(), "clients", "8")),
                new RunPlan.Workload(
                        file.map(WorkloadFile::name).orElse(workload),
                        phases,
                        tree(),
                        FileSizes.parse(fileSize),
                        replication,
                        appendBytes,
                        Workloads.subtrees(phases, subtrees)),
                LoadSpec.parse(replay().isPresent() ? "closed" : text(load, "load", "closed")),
                Rollover.parse(text(rollover, "rollover", "carry")),
                new RunPlan.Times(warmUpNanos, warmUpOperations, drainNanos));
    }

    private long seed() {
        String text = text(seed == null ? null : seed.toString(), "seed", "0");
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("the seed is '" + text + "': write a whole number", e);
        }
    }

    private TreeSpec tree() {
        return TreeSpec.parse(tree, file.map(WorkloadFile::tree).orElse(Map.of()));
    }

    private String text(@Nullable String given, String key, String otherwise) {
        if (given != null) {
            return given;
        }
        return file.map(known -> known.texts().getOrDefault(key, otherwise)).orElse(otherwise);
    }

    /** What is done to the system in each phase. */
    List<Fault> faults() {
        if (kill != null) {
            return List.of(Fault.every(kill, killEvery));
        }
        return file.map(WorkloadFile::faults).orElse(List.of());
    }

    /** What was asked for, for the results. */
    static Map<String, String> settings(RunPlan plan) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("fs", plan.target().uri());
        plan.target().settings().keySet().stream().sorted().forEach(key -> settings.put("conf " + key, "set"));
        settings.put("workload", plan.work().name());
        for (Phase phase : plan.work().phases()) {
            for (Phase.Group group : phase.groups()) {
                settings.merge("mix of " + phase.name(), group.mix().toString(), (one, other) -> one + "; " + other);
            }
        }
        settings.put("clients", Integer.toString(plan.clients()));
        settings.put("duration_s", Double.toString(plan.work().phases().get(0).nanos() / 1e9));
        settings.put("warmup_s", Double.toString(plan.times().warmUpNanos() / 1e9));
        settings.put("load", plan.load().toString());
        settings.put("rollover", plan.rollover().toString());
        settings.put("seed", Long.toString(plan.seed()));
        settings.put("tree", plan.work().tree().toString());
        settings.put("file-size", plan.work().sizes().toString());
        settings.put("base", plan.base());
        settings.put("timeline_s", Double.toString(plan.times().intervalNanos() / 1e9));
        settings.put("fs-per-client", Boolean.toString(plan.target().perClient()));
        return settings;
    }
}
