package io.lambdafs.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A {@link NeighbourMain} in a process of its own. */
final class NeighbourProcess implements AutoCloseable {
    private final Process process;
    private final PrintStream in;
    private final BufferedReader out;

    NeighbourProcess(String platform, Path directory) throws IOException {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-Dslf4j.internal.verbosity=ERROR",
                        "-cp",
                        classPath,
                        NeighbourMain.class.getName(),
                        platform,
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        in = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Says this to the process, and returns what it answers. */
    String say(String line) {
        try {
            in.println(line);
            return String.valueOf(out.readLine());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends the process without a chance to clean up. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            throw new IllegalStateException("The process does not die");
        }
    }

    /** Lets the process end by itself. */
    @Override
    public void close() {
        in.close();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                kill();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
