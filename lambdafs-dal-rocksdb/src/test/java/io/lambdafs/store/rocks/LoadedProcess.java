package io.lambdafs.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs {@link LoadedEngine} in a process of its own, and kills it. */
final class LoadedProcess {
    /** Is called after each acknowledgement with the number of all. */
    interface Observer {
        void acknowledged(int count) throws IOException;
    }

    private LoadedProcess() {}

    /** What was acknowledged before the kill, which comes after so many acknowledgements. */
    static List<String> loadAndKill(
            Path directory, String run, int after, Map<String, String> environment, Observer observer)
            throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ProcessBuilder builder = new ProcessBuilder(
                        java,
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LoadedEngine.class.getName(),
                        directory.toString(),
                        run)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(environment);
        Process process = builder.start();
        List<String> acknowledged = new ArrayList<>();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String line = lines.readLine();
            while (line != null) {
                assertThat(line).startsWith(run);
                acknowledged.add(line);
                observer.acknowledged(acknowledged.size());
                if (acknowledged.size() == after) {
                    // By its handle, so that what it has printed can still be read.
                    process.toHandle().destroyForcibly();
                }
                line = lines.readLine();
            }
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(after);
        // The kill may have cut the last line.
        return acknowledged.subList(0, acknowledged.size() - 1);
    }
}
