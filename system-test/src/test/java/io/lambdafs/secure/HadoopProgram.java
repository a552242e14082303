package io.lambdafs.secure;

import io.lambdafs.system.Stack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Hadoop's shell as a user of the machine runs it: with a stack's settings and no key of the stack. */
final class HadoopProgram {
    private static final long BOUND_SECONDS = 60;
    private static final String SHELL = "org.apache.hadoop.fs.FsShell";

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

    /** What it prints, and how it ends in the last line. */
    String shell(String... arguments) throws Exception {
        return run(SHELL, arguments);
    }

    /** The same for another of Hadoop's programs. */
    String run(String main, String... arguments) throws Exception {
        Path output = Files.createTempFile("hadoop", ".out");
        try {
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx256m",
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-cp",
                    classPath(),
                    main));
            command.addAll(List.of(arguments));
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
            builder.environment().keySet().removeIf(name -> name.startsWith("LAMBDAFS_") || name.startsWith("KRB5"));
            builder.environment().putAll(environment);
            Process process = builder.start();
            process.getOutputStream().close();
            if (!process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException("not within " + BOUND_SECONDS + " s: " + command);
            }
            return Files.readString(output) + "exit " + process.exitValue();
        } finally {
            Files.delete(output);
        }
    }

    private String classPath() throws IOException {
        Path conf = stack.dataDir().resolve("conf");
        List<String> options = Files.readAllLines(conf.resolve("hadoop.args"));
        String path = options.get(options.indexOf("\"-cp\"") + 1).replace("\"", "");
        String libraries = path.substring(0, path.lastIndexOf(':'));
        return (plugin ? conf : conf.resolve("without-plugin")) + ":" + libraries;
    }
}
