package io.lambdafs.benchmark.harness.command;

import io.lambdafs.benchmark.harness.agent.AgentProcess;
import io.lambdafs.benchmark.harness.agent.RemoteWorker;
import io.lambdafs.benchmark.harness.agent.Token;
import io.lambdafs.benchmark.harness.engine.OperationLog;
import io.lambdafs.benchmark.harness.engine.Share;
import io.lambdafs.benchmark.harness.engine.Worker;
import io.lambdafs.benchmark.harness.trace.Trace;
import io.lambdafs.benchmark.harness.workload.RunPlan;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say where the clients are. For one thread. */
final class AgentOptions {
    private static final int MAX_PROCESSES = 64;
    private static final int MAX_PORT = 65_535;

    @Option(
            names = "--procs",
            paramLabel = "N",
            description = "Divides the clients among N processes on this machine; default 1, this one.")
    private int processes = 1;

    @Option(
            names = "--agents",
            split = ",",
            paramLabel = "HOST:PORT",
            description = "Divides the clients among agents on other machines; see 'agent'.")
    private List<String> agents = new ArrayList<>();

    @Option(names = "--token-file", paramLabel = "FILE", description = "A file with the secret that the agents have.")
    private @Nullable Path tokenFile;

    /**
     * An address.
     *
     * @throws IllegalArgumentException if the text is none
     */
    static InetSocketAddress address(String option, String text) {
        int colon = text.lastIndexOf(':');
        if (colon > 0 && text.substring(colon + 1).matches("\\d{1,5}")) {
            int port = Integer.parseInt(text.substring(colon + 1));
            if (port <= MAX_PORT) {
                return new InetSocketAddress(text.substring(0, colon), port);
            }
        }
        throw new IllegalArgumentException(option + " is '" + text + "': write HOST:PORT, such as 127.0.0.1:7700");
    }

    /** The workers of a run. */
    Execution.Workers workers(RunPlan plan, Optional<Trace> trace) throws IOException {
        if (processes < 1 || processes > MAX_PROCESSES) {
            throw new IllegalArgumentException("--procs is " + processes + ": write 1 to " + MAX_PROCESSES);
        }
        if (agents.isEmpty() && processes == 1) {
            return Execution.here(plan, trace);
        }
        if (!agents.isEmpty() && processes > 1) {
            throw new IllegalArgumentException(
                    "--procs and --agents exclude each other: start several agents on a machine");
        }
        int count = agents.isEmpty() ? processes : agents.size();
        if (plan.clients() < count) {
            throw new IllegalArgumentException(
                    "there are " + plan.clients() + " clients for " + count + " processes: write more --clients");
        }
        if (agents.isEmpty()) {
            return log -> processes(plan, trace, log);
        }
        Token token = token();
        List<InetSocketAddress> addresses =
                agents.stream().map(agent -> address("--agents", agent)).toList();
        return log -> remote(addresses, token, plan, trace, log);
    }

    private Token token() throws IOException {
        if (tokenFile == null) {
            throw new IllegalArgumentException("--agents needs --token-file, with the secret that the agents have");
        }
        return Token.read(tokenFile);
    }

    private static List<Worker> remote(
            List<InetSocketAddress> addresses, Token token, RunPlan plan, Optional<Trace> trace, OperationLog log)
            throws IOException {
        List<Worker> workers = new ArrayList<>();
        try {
            for (int i = 0; i < addresses.size(); i++) {
                workers.add(RemoteWorker.connect(
                        addresses.get(i), token, plan, new Share(i, addresses.size()), trace, log));
            }
            return workers;
        } catch (IOException | RuntimeException e) {
            close(workers);
            throw e;
        }
    }

    private List<Worker> processes(RunPlan plan, Optional<Trace> trace, OperationLog log) throws IOException {
        Path directory = Files.createTempDirectory("lambdafs-bench");
        Path file = directory.resolve("token");
        Token token = Token.create(file);
        List<Worker> workers = new ArrayList<>();
        try {
            for (int i = 0; i < processes; i++) {
                AgentProcess process = AgentProcess.start(BenchMain.class.getName(), file);
                workers.add(new OwnProcess(
                        process,
                        RemoteWorker.connect(process.address(), token, plan, new Share(i, processes), trace, log)));
            }
            return workers;
        } catch (IOException | RuntimeException e) {
            close(workers);
            throw e;
        } finally {
            Files.deleteIfExists(file);
            Files.deleteIfExists(directory);
        }
    }

    private static void close(List<Worker> workers) throws IOException {
        for (Worker worker : workers) {
            worker.close();
        }
    }
}
