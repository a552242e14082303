package io.lambdafs.benchmark.harness.agent;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An agent in a process of its own on this machine, for one run. */
public final class AgentProcess implements AutoCloseable {
    /** What an agent prints before the address on which it listens. */
    public static final String LISTENING = "listening on ";

    private static final long EXIT_SECONDS = 10;

    private final Process process;
    private final InetSocketAddress address;

    private AgentProcess(Process process, InetSocketAddress address) {
        this.process = process;
        this.address = address;
    }

    /** Starts one with this JVM's class path and options. It ends by itself when its run has ended, or nobody comes. */
    public static AgentProcess start(String mainClass, Path tokenFile) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("-X") || argument.startsWith("-Djava.net."))
                .toList());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass, "agent"));
        command.addAll(List.of("--listen", "127.0.0.1:0", "--once", "--token-file", tokenFile.toString()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        process.getOutputStream().close();
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        // It prints this line, or ends.
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.startsWith(LISTENING)) {
                int port = Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
                return new AgentProcess(process, new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            }
        }
        process.destroyForcibly();
        throw new IOException("an agent's process ended before it listened");
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return address;
    }

    @Override
    public void close() throws IOException {
        try {
            if (!process.waitFor(EXIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
