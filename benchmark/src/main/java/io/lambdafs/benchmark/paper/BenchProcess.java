package io.lambdafs.benchmark.paper;

import io.lambdafs.benchmark.harness.result.ResultFiles;
import io.lambdafs.benchmark.harness.result.RunResult;
import io.lambdafs.benchmark.stack.ServerSampler;
import io.lambdafs.benchmark.stack.ServerSecond;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A run of {@code bin/lambdafs-bench}, with a look at the servers in each second of its phases. For one thread. */
final class BenchProcess {
    private static final String PHASE = "running ";
    /** The program begins a phase so long after it says so. */
    private static final long BEGIN_MILLIS = 500;

    private static final int FAILED = 1;
    private static final int SATURATED = 3;

    private final Servers servers;
    private final List<ServerSampler> samplers = new ArrayList<>();
    private final List<BusyInstances> busy = new ArrayList<>();

    BenchProcess(Servers servers) {
        this.servers = servers;
    }

    /** The servers of a system, as far as they can be looked at. */
    interface Servers {
        /** A sampler from a moment on, in milliseconds since 1970; null if there is nothing to look at. */
        @Nullable
        ServerSampler sample(long epochMillis, long clientPid);

        /** How long instances have been busy so far. */
        BusyInstances busy() throws IOException, InterruptedException;
    }

    /**
     * What a run came to.
     *
     * @param servers of each phase, a list of its seconds
     * @param busy at the beginning of each phase, and at the end
     */
    record Run(RunResult result, List<List<ServerSecond>> servers, List<BusyInstances> busy) {}

    /**
     * Runs it.
     *
     * @param command the program and its arguments
     * @param environment further variables
     * @param directory where it puts its results
     * @param seconds how long it may take; it is ended then
     * @throws IOException if it failed in another way than by a missed objective
     */
    Run run(List<String> command, Map<String, String> environment, Path directory, int seconds)
            throws IOException, InterruptedException {
        Files.createDirectories(directory);
        Path errors = directory.resolve("client.log");
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        Thread bound = new Thread(() -> end(process, seconds), "bound");
        bound.setDaemon(true);
        bound.start();
        List<String> said = new ArrayList<>();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                said.add(line);
                notice(line, process.pid());
            }
        } finally {
            samplers.forEach(ServerSampler::close);
            process.destroy();
        }
        int status = process.waitFor();
        bound.join();
        if (status != 0 && status != SATURATED && (status != FAILED || !Files.exists(directory.resolve("run.json")))) {
            throw new IOException("lambdafs-bench ended with status " + status + " (143: not done after " + seconds
                    + " s): " + (said.isEmpty() ? "" : said.get(said.size() - 1)) + "; see " + errors);
        }
        RunResult result = new ResultFiles(directory).read();
        List<List<ServerSecond>> seen = new ArrayList<>();
        for (int i = 0; i < result.phases().size(); i++) {
            seen.add(seconds(i, result.phases().get(i).seconds().size()));
        }
        return new Run(result, seen, busy);
    }

    /** The first so many seconds of a phase; none if nobody looked. */
    private List<ServerSecond> seconds(int phase, int count) {
        List<ServerSecond> seconds = new ArrayList<>();
        for (int i = 0; phase < samplers.size() && i < count; i++) {
            seconds.add(samplers.get(phase).second(i));
        }
        return seconds;
    }

    private static void end(Process process, int seconds) {
        try {
            if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
                process.destroy();
                if (!process.waitFor(2, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void notice(String line, long pid) throws IOException, InterruptedException {
        boolean begins = line.startsWith(PHASE);
        boolean over = !begins && busy.size() == samplers.size() && !samplers.isEmpty();
        if (begins) {
            ServerSampler sampler = servers.sample(System.currentTimeMillis() + BEGIN_MILLIS, pid);
            if (sampler == null) {
                return;
            }
            samplers.forEach(ServerSampler::close);
            samplers.add(sampler);
        }
        if (begins || over) {
            busy.add(servers.busy());
        }
    }
}
