package io.lambdafs.history;

import io.lambdafs.tidy.CheckoutSources;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs seeds of the simulator, which is a program among the NameNode's tests, in a process of its own. */
final class SimulatorRun {
    private static final String MAIN = "io.lambdafs.namenode.sim.SimulatorMain";
    private static final Pattern TOTAL = Pattern.compile("\\d+ seeds, .*");
    private static final Pattern VIOLATION = Pattern.compile("VIOLATION in seed (\\d+): .*");

    private SimulatorRun() {}

    /**
     * What the simulator found.
     *
     * @param total how much it did, as it says itself
     * @param replay the command that tells everything that happened in the seed that is not in order, if there is one
     */
    record Report(String total, Optional<String> replay) {
        @Override
        public String toString() {
            return "simulator: " + total + ": "
                    + replay.map(command -> "a VIOLATION; everything that happened: " + command)
                            .orElse("no violation");
        }
    }

    /** Runs the seeds that are asked for; what it prints goes there, too. */
    static Report run(CheckOptions options, PrintStream console) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command(options))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String total = "";
        Optional<String> replay = Optional.empty();
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                console.println(line);
                Matcher violation = VIOLATION.matcher(line);
                if (violation.matches()) {
                    replay = Optional.of(replay(options, violation.group(1)));
                } else if (TOTAL.matcher(line).matches()) {
                    total = line;
                }
            }
        }
        int status = process.waitFor();
        if (total.isEmpty() || status != (replay.isPresent() ? 1 : 0)) {
            throw new IOException("the simulator ended with status " + status + " before it was done");
        }
        return new Report(total, replay);
    }

    private static String replay(CheckOptions options, String seed) {
        List<String> words = new ArrayList<>(
                List.of("bin/lambdafs", "check", "--histories", "0", "--simulator-seeds", "1", "--seed", seed));
        words.addAll(options.simulatorOptions());
        return String.join(" ", words);
    }

    private static List<String> command(CheckOptions options) throws IOException {
        Path classes = CheckoutSources.root().resolve("lambdafs-namenode/target/test-classes");
        if (!Files.exists(classes.resolve(MAIN.replace('.', '/') + ".class"))) {
            throw new IOException("there is no simulator in " + classes);
        }
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx1g",
                // Threads of instances that are killed end with whatever error; what is wrong, the simulator says
                // itself.
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=off",
                "-cp",
                classes
                        + File.pathSeparator
                        + System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                MAIN,
                "--from",
                Long.toString(options.seed()),
                "--seeds",
                Long.toString(options.simulator().seeds())));
        if (!options.simulator().time().isZero()) {
            command.addAll(
                    List.of("--millis", Long.toString(options.simulator().time().toMillis())));
        }
        command.addAll(options.simulatorOptions());
        return command;
    }
}
