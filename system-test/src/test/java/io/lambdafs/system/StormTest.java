package io.lambdafs.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** That a thousand clients which find nothing warm make few calls by HTTP and few cold starts. */
@Tag("alone")
@Tag("long")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class StormTest {
    private static final int FUNCTIONS = 4;
    private static final int PROCESSES = 4;
    private static final int CLIENTS = 250;
    static final int OPERATIONS = 2;

    /** By default a client has eight calls under way to each function, and all clients of a JVM count as one. */
    private static final int FIRST_CALLS = FUNCTIONS * 8;

    /** What the pool holds. */
    private static final int MOST_INSTANCES = 8;

    @TempDir
    private Path directory;

    @Test
    void thousandColdClients_makeFewCallsAndFewColdStarts() throws Exception {
        try (Stack stack = Stack.start(FUNCTIONS, 0, "--pool-cpu-millis", "4000")) {
            List<Process> processes = new ArrayList<>();
            try {
                List<BufferedReader> outputs = new ArrayList<>();
                for (int i = 0; i < PROCESSES; i++) {
                    Process process = start(stack);
                    processes.add(process);
                    outputs.add(process.inputReader(StandardCharsets.UTF_8));
                }
                for (BufferedReader output : outputs) {
                    assertThat(output.readLine()).isEqualTo("ready");
                }
                for (Process process : processes) {
                    order(process);
                }
                for (BufferedReader output : outputs) {
                    int http = number("http ", output.readLine());
                    int tcp = number("tcp ", output.readLine());
                    System.out.println("calls by HTTP " + http + ", over TCP " + tcp);
                    assertThat(http).isBetween(1, 2 * FIRST_CALLS);
                    assertThat(http + tcp).isGreaterThanOrEqualTo(CLIENTS * OPERATIONS);
                }
            } finally {
                processes.forEach(Process::destroyForcibly);
            }
            assertThat(StackStatus.of(stack).ofPool("coldStarts")).isBetween((long) FUNCTIONS, (long) MOST_INSTANCES);
        }
    }

    private Process start(Stack stack) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-Xss512k",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        StormMain.class.getName(),
                        stack.dataDir().toString(),
                        directory.resolve("registry").toString(),
                        String.valueOf(CLIENTS))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static void order(Process process) throws IOException {
        OutputStream orders = process.getOutputStream();
        orders.write("go\n".getBytes(StandardCharsets.UTF_8));
        orders.flush();
    }

    private static int number(String name, String line) {
        assertThat(line).startsWith(name);
        return Integer.parseInt(line.substring(name.length()));
    }
}
