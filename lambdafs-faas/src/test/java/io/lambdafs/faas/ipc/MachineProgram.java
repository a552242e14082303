package io.lambdafs.faas.ipc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs programs of the machine, and tells what they printed. */
final class MachineProgram {
    private static final long MOST_SECONDS = 60;

    private MachineProgram() {}

    record Outcome(int exit, String output) {}

    static boolean isInstalled(String name) {
        return ProgramFile.find(name, System.getenv("PATH")).isPresent();
    }

    /** Runs a program in the root directory, so that it finds no files by chance. */
    static Outcome run(Path scratch, List<String> command, Map<String, String> environment)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile(scratch, "output-", null);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(new java.io.File("/"))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("LC_ALL", "C");
        builder.environment().put("TZ", "UTC");
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
            throw new IOException(command + " took longer than " + MOST_SECONDS + " s; it printed "
                    + Files.readString(output, StandardCharsets.ISO_8859_1));
        }
        return new Outcome(process.exitValue(), Files.readString(output, StandardCharsets.ISO_8859_1));
    }

    /** Builds a program from a source of the tests. */
    static Path compile(Path into, String name) throws IOException, InterruptedException {
        Path program = into.resolve(name);
        Path sources = Path.of("src/test/c").toAbsolutePath();
        Outcome outcome = run(
                into,
                List.of(
                        "cc",
                        "-O1",
                        "-w",
                        "-o",
                        program.toString(),
                        sources.resolve(name + ".c").toString(),
                        "-lpthread"),
                Map.of());
        if (outcome.exit() != 0) {
            throw new IOException(outcome.output());
        }
        return program;
    }
}
