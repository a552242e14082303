package io.lambdafs.testkit.fuzz;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Jazzer in a process of its own, which looks for inputs that do harm, guided by what of the project they execute. */
final class Jazzer {
    private static final String MAIN = "com.code_intelligence.jazzer.Jazzer";
    private static final int MOST_INPUT_BYTES = 1 << 16;
    private static final int MOST_SECONDS_PER_INPUT = 20;

    private final Class<?> target;
    private final Path directory;

    /**
     * For a target.
     *
     * @param directory gets what Jazzer finds; the inputs that reach new code stay there for the next time
     */
    Jazzer(Class<?> target, Path directory) {
        this.target = target;
        this.directory = directory;
    }

    /** What it has said. */
    Path log() {
        return directory.resolve("log");
    }

    /** Where the inputs are that do harm. */
    Path findings() {
        return directory.resolve("findings");
    }

    /** Runs for so many seconds, or until an input does harm; says whether none did. */
    boolean findsNothing(List<byte[]> seeds, long seconds) throws IOException, InterruptedException {
        Path inputs = Files.createDirectories(directory.resolve("inputs"));
        Files.createDirectories(findings());
        for (byte[] seed : seeds) {
            Files.write(inputs.resolve("seed-" + Integer.toHexString(Arrays.hashCode(seed))), seed);
        }
        Process process = new ProcessBuilder(command(inputs, seconds))
                .redirectErrorStream(true)
                .redirectOutput(Redirect.to(log().toFile()))
                .start();
        try {
            return process.waitFor() == 0;
        } finally {
            process.destroyForcibly();
        }
    }

    /* With JUnit on its class path, Jazzer would look for tests of its own kind. */
    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("junit"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private List<String> command(Path inputs, long seconds) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx640m",
                "-XX:+UseSerialGC",
                "-cp",
                classPath(),
                MAIN,
                "--target_class=" + target.getName(),
                "--instrumentation_includes=io.lambdafs.**",
                "--custom_hook_includes=io.lambdafs.**",
                "--reproducer_path=" + findings(),
                "-artifact_prefix=" + findings() + "/",
                "-max_total_time=" + seconds,
                "-timeout=" + MOST_SECONDS_PER_INPUT,
                "-max_len=" + MOST_INPUT_BYTES,
                "-rss_limit_mb=2048",
                "-print_final_stats=1",
                inputs.toString());
    }
}
