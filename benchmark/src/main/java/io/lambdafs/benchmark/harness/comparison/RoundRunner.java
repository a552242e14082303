package io.lambdafs.benchmark.harness.comparison;

import io.lambdafs.benchmark.harness.result.ResultFiles;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Starts each system, has a process of its own replay the trace on it, and stops it. For one thread. */
public final class RoundRunner {
    private static final long COMMAND_SECONDS = 300;
    private static final long RUN_SECONDS = 3_600;
    private static final int USAGE = 2;

    private final ComparisonPlan plan;
    private final String mainClass;
    private final Path trace;
    private final Path out;
    private final Consumer<String> progress;

    /**
     * For a plan.
     *
     * @param mainClass the program whose command 'run' replays
     * @param out where results go
     */
    public RoundRunner(ComparisonPlan plan, String mainClass, Path trace, Path out, Consumer<String> progress) {
        this.plan = plan;
        this.mainClass = mainClass;
        this.trace = trace;
        this.out = out;
        this.progress = progress;
    }

    /** All rounds. */
    public ComparisonResult run() throws IOException, InterruptedException {
        ComparisonResult result = new ComparisonResult(
                plan.systems().stream().map(ComparedSystem::name).toList(), plan.seed());
        int begun = 0;
        for (int round = 1; round <= plan.rounds(); round++) {
            boolean over = false;
            for (int attempt = 1; !over; attempt++) {
                over = result.add(round, round(round, begun++), attempt >= plan.attempts());
            }
        }
        return result;
    }

    private List<ComparedRun> round(int round, int begun) throws IOException, InterruptedException {
        List<ComparedRun> runs = new ArrayList<>();
        for (ComparedSystem system : plan.order(begun)) {
            int position = runs.size() + 1;
            progress.accept(
                    "round " + round + ", " + position + " of " + plan.systems().size() + ": " + system.name());
            Path directory = out.resolve("runs").resolve(begun + "-" + system.name());
            Files.createDirectories(directory);
            try {
                shell(system.start(), system, directory.resolve("start.log"));
                replay(system, directory);
            } finally {
                shell(system.stop(), system, directory.resolve("stop.log"));
            }
            runs.add(new ComparedRun(round, position, system.name(), new ResultFiles(directory).read()));
        }
        return runs;
    }

    private void replay(ComparedSystem system, Path directory) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("-X")
                        || argument.startsWith("-Djava.net.")
                        || argument.startsWith("-Dlambdafs.bench."))
                .toList());
        String classPath = System.getProperty("java.class.path");
        command.addAll(List.of(
                "-cp",
                system.confDir().isEmpty() ? classPath : system.confDir() + File.pathSeparator + classPath,
                mainClass,
                "run",
                "--load",
                "replay:" + trace,
                "--out",
                directory.toString(),
                "--max-failures",
                Long.toString(Long.MAX_VALUE)));
        if (!system.uri().isEmpty()) {
            command.addAll(List.of("--fs", system.uri()));
        }
        system.settings().forEach((key, value) -> command.addAll(List.of("--conf", key + "=" + value)));
        String servers = shell(system.servers(), system, directory.resolve("servers.txt"))
                .strip()
                .replaceAll("\\s+", ",");
        if (!servers.isEmpty()) {
            command.addAll(List.of("--servers", servers));
        }
        if (plan.noiseGate()) {
            command.add("--noise-gate");
        }
        command.addAll(plan.options());
        Path log = directory.resolve("client.log");
        int status = run(command, system.environment(), log, RUN_SECONDS);
        if (status == USAGE || !Files.exists(directory.resolve("run.json"))) {
            throw new IOException(
                    system.name() + ": the run ended with status " + status + ": " + lastLine(log) + "; see " + log);
        }
    }

    /** Runs a command of the shell, if there is one; returns what it printed. */
    private static String shell(String command, ComparedSystem system, Path log)
            throws IOException, InterruptedException {
        if (command.isEmpty()) {
            return "";
        }
        int status = run(List.of("bash", "-c", command), system.environment(), log, COMMAND_SECONDS);
        if (status != 0) {
            throw new IOException(system.name() + ": '" + command + "' ended with status " + status + ": "
                    + lastLine(log) + "; see " + log);
        }
        return Files.readString(log);
    }

    private static int run(List<String> command, Map<String, String> environment, Path log, long seconds)
            throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        try {
            if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
                throw new IOException("'" + command.get(0) + "' did not end within " + seconds + " s; see " + log);
            }
            return process.exitValue();
        } finally {
            process.destroy();
        }
    }

    private static String lastLine(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log);
        return lines.isEmpty() ? "it said nothing" : lines.get(lines.size() - 1);
    }
}
