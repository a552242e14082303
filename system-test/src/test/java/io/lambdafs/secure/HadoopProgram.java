package io.lambdafs.secure;

import io.lambdafs.system.Stack;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Hadoop's programs as a user of the machine runs them: with a stack's settings and no key of the stack. */
final class HadoopProgram {
    private static final long BOUND_SECONDS = 120;

    private final Stack stack;
    private final boolean plugin;
    private final Map<String, String> environment = new HashMap<>();

    private HadoopProgram(Stack stack, boolean plugin) {
        this.stack = stack;
        this.plugin = plugin;
    }

    /** With the plugin, or without it by a gateway. */
    static HadoopProgram of(Stack stack, boolean plugin) {
        return new HadoopProgram(stack, plugin);
    }

    /** With a variable. */
    HadoopProgram with(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** With a Kerberos principal. */
    HadoopProgram as(String principal, Kdc kdc) {
        return with("KRB5PRINCIPAL", principal + "@EXAMPLE.COM")
                .with("KRB5KEYTAB", kdc.keytab().toString())
                .with("JAVA_TOOL_OPTIONS", kdc.jvmOption());
    }

    /** What these commands print, each with how it ends after it: {@link UserMain}. */
    String run(String... commands) throws Exception {
        try (Running running = start(commands)) {
            return running.result();
        }
    }

    /** Begins these commands. */
    Running start(String... commands) throws Exception {
        Path output = Files.createTempFile("hadoop", ".out");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                classPath(),
                UserMain.class.getName()));
        command.addAll(List.of(commands));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("LAMBDAFS_") || name.startsWith("KRB5"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        return new Running(process, output);
    }

    /** Commands that have begun. */
    static final class Running implements AutoCloseable {
        private final Process process;
        private final Path output;

        private Running(Process process, Path output) {
            this.process = process;
            this.output = output;
        }

        /** What they have printed so far. */
        String soFar() throws IOException {
            // What a command prints of a file need be no text.
            return new String(Files.readAllBytes(output), StandardCharsets.UTF_8);
        }

        /** What they have printed when they have ended; fails if that takes longer than {@value #BOUND_SECONDS} s. */
        String result() throws IOException, InterruptedException {
            if (!process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("not within " + BOUND_SECONDS + " s: " + soFar());
            }
            return soFar();
        }

        @Override
        public void close() throws IOException {
            process.destroyForcibly();
            Files.delete(output);
        }
    }

    private String classPath() throws IOException, URISyntaxException {
        Path conf = stack.dataDir().resolve("conf");
        List<String> options = Files.readAllLines(conf.resolve("hadoop.args"));
        String path = options.get(options.indexOf("\"-cp\"") + 1).replace("\"", "");
        String libraries = path.substring(0, path.lastIndexOf(':'));
        String own = Path.of(UserMain.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
        return (plugin ? conf : conf.resolve("without-plugin")) + ":" + libraries + ":" + own;
    }
}
