package io.lambdafs.benchmark.harness.imported;

import io.lambdafs.benchmark.harness.arrival.LoadSpec;
import io.lambdafs.benchmark.harness.arrival.Rollover;
import io.lambdafs.benchmark.harness.workload.FileSizes;
import io.lambdafs.benchmark.harness.workload.Mix;
import io.lambdafs.benchmark.harness.workload.Phase;
import io.lambdafs.benchmark.harness.workload.RunPlan;
import io.lambdafs.benchmark.harness.workload.TreeSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A {@code workload.yaml} of the driver of the λFS paper, which has keys and values as hammer-bench has, and an open load. Two faults of that driver are not
 * repeated: here no delay adds up, and rates below 100 operations a second are kept. For one thread.
 */
public final class DriverFile {
    private final PropertiesFile file;
    private final List<String> notes = new ArrayList<>();

    private DriverFile(PropertiesFile file) {
        this.file = file;
    }

    /**
     * Reads a file.
     *
     * @param uri of the file system
     * @param machines how many machines with clients the run stands for: the file says how many clients each has
     * @param base the directory for everything, unless the file names one
     * @throws IllegalArgumentException if something in it is wrong; its message names the key and says what to write
     */
    public static ImportedRun read(Path file, RunPlan.Target uri, int machines, String base) throws IOException {
        return new DriverFile(new PropertiesFile(file)).run(uri, machines, base);
    }

    private ImportedRun run(RunPlan.Target target, int machines, String base) {
        Mix mix = file.mix();
        long nanos = file.nanosOfMillis("interleaved.bm.duration", 60_000);
        if (nanos == 0) {
            throw new IllegalArgumentException(
                    file.name("interleaved.bm.duration") + " is 0: write a time in milliseconds");
        }
        int clients = Math.multiplyExact(machines, file.number("num.worker.threads", 1));
        LoadSpec load = load();
        long seed = file.count("benchmark.random.seed", 0);
        String name = file.text("interleaved.workload.name", "driver");
        int depth = file.number("tree.depth", 3);
        TreeSpec tree = TreeSpec.parse(
                "",
                Map.of(
                        "dirs", file.text("dir.per.dir", "2"),
                        "files", file.text("files.per.dir", "16"),
                        "depth", file.flag("enable.fixed.depth.tree") ? "fixed:" + depth : "auto",
                        "initial", file.text("files.to.create.in.warmup.phase", "10")));
        RunPlan plan = new RunPlan(
                target,
                file.text("base.dir", base),
                seed,
                clients,
                new RunPlan.Workload(
                        name, List.of(new Phase(name, mix, nanos, Phase.UNBOUNDED)), tree, FileSizes.EMPTY, -1, 0, 0),
                load,
                Rollover.CARRY,
                RunPlan.Times.cold(TimeUnit.SECONDS.toNanos(10)));
        file.text("warmup.phase.wait.time", "");
        if (file.number("interleaved.bm.iat.skipunit", 0) > 0) {
            notes.add("interleaved.bm.iat.skipunit has no effect here: the load is limited from the beginning.");
        }
        file.unread().forEach(key -> notes.add("The key " + key + " has no effect here."));
        return new ImportedRun(plan, List.of(), notes);
    }

    private LoadSpec load() {
        String distribution =
                file.text("interleaved.bm.iat.distribution", "UNIFORM").toUpperCase(Locale.ROOT);
        long unit = file.count("interleaved.bm.iat.unit", 1);
        double alpha = file.positive("interleaved.bm.iat.pareto.alpha", "2");
        double location = file.positive("interleaved.bm.iat.pareto.location", "10");
        String lambda = file.text("interleaved.bm.iat.poisson.lambda", "10");
        return switch (distribution) {
            case "PARETO" -> {
                if (unit == 0) {
                    throw new IllegalArgumentException(
                            file.name("interleaved.bm.iat.unit") + " is 0: write seconds, such as 15");
                }
                yield LoadSpec.parse(
                        "pareto:scale=" + location + ",alpha=" + alpha + ",interval=" + unit + "s,cap=none");
            }
            case "POISSON" -> LoadSpec.parse("poisson:" + lambda);
            case "UNIFORM" -> LoadSpec.CLOSED;
            default ->
                throw new IllegalArgumentException(file.name("interleaved.bm.iat.distribution") + " is '" + distribution
                        + "': write PARETO, POISSON, or UNIFORM for no limit");
        };
    }
}
