package io.lambdafs.history;

import io.lambdafs.system.Stack;
import io.lambdafs.testkit.history.Answer;
import io.lambdafs.testkit.history.FeatureOperation;
import io.lambdafs.testkit.history.FileOperation;
import io.lambdafs.testkit.history.HistoryWriter;
import io.lambdafs.testkit.history.HotDirectories;
import io.lambdafs.testkit.history.RecordingClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** One history: clients at work on a system to which faults happen, then a look at what is left, then the checker's finding. */
final class ProcessHistory {
    /** Of each function there are so many when it begins; what one tells the others is in question. */
    static final int INSTANCES = 2;

    /** For more of them the platform has no room for so many instances each. */
    private static final int MOST_FUNCTIONS_TO_MULTIPLY = 4;

    private static final Duration START_BOUND = Duration.ofSeconds(90);
    private static final Duration WORK_BOUND = Duration.ofMinutes(6);

    private final Stack stack;
    private final Path directory;
    private final HistoryChecker checker;

    /**
     * Of a running system.
     *
     * @param directory where recordings go
     */
    ProcessHistory(Stack stack, Path directory, HistoryChecker checker) {
        this.stack = stack;
        this.directory = directory.toAbsolutePath();
        this.checker = checker;
    }

    /**
     * What is done in a history.
     *
     * @param operations how many in all, about
     * @param over the time over which they are spread, if nothing holds them up
     * @param processes JVMs with clients
     * @param clients in each of them
     * @param parts top-level directories
     * @param setting how the clients are set
     */
    record Plan(
            long seed, int operations, Duration over, int processes, int clients, int parts, ClientSetting setting) {
        static Plan of(long seed, int operations, Duration over) {
            return new Plan(seed, operations, over, 3, 4, 8, ClientSetting.DEFAULT);
        }

        Plan with(ClientSetting other) {
            return new Plan(seed, operations, over, processes, clients, parts, other);
        }

        int operationsOfEach() {
            return operations / (processes * clients);
        }
    }

    /**
     * How a history went.
     *
     * @param faults what was to happen
     * @param work what happened
     */
    record Report(Plan plan, List<HistoryFault> faults, Work work, HistoryChecker.Finding finding) {
        String line() {
            return String.format(
                    "seed %d: %d operations in %.1f s, %d unknown, %d faults (%s), up to %s instances, %d requests sent to a second"
                            + " instance, %d served by functions that do not own the path; checked in %.1f s: %s%s",
                    plan.seed(),
                    finding.operations(),
                    work.lasted().toMillis() / 1000.0,
                    finding.unknown(),
                    work.faults(),
                    String.join(
                            ", ", faults.stream().map(HistoryFault::toString).toList()),
                    String.join(
                            " and ",
                            work.instances().values().stream()
                                    .map(String::valueOf)
                                    .toList()),
                    work.counts().repeated(),
                    work.counts().servedElsewhere(),
                    finding.millis() / 1000.0,
                    finding.isLinearizable() ? "linearizable" : finding.result().toUpperCase(Locale.ROOT),
                    finding.isViolation() ? ": " + finding.culprit() + ", see " + finding.files() : "");
        }
    }

    /**
     * What happened.
     *
     * @param faults how many were made before the clients were done
     * @param failures those that could not be made
     * @param instances of each function, the most that were there at once
     * @param counts what the clients did
     */
    record Work(
            Duration lasted, int faults, List<String> failures, Map<String, Integer> instances, ClientCounts counts) {}

    /** Makes a history with the faults of its seed. */
    Report run(Plan plan) throws Exception {
        return run(plan, HistoryFault.schedule(plan.seed(), plan.over()));
    }

    /** Makes a history with these faults. */
    Report run(Plan plan, List<HistoryFault> faults) throws Exception {
        Path files = Files.createDirectories(directory.resolve("seed-" + plan.seed()));
        String root = "/histories/" + plan.seed() + "-" + System.nanoTime();
        List<ClientProcess> processes = new ArrayList<>();
        List<Path> recordings = new ArrayList<>(List.of(files.resolve("runner.jsonl")));
        Work work;
        try (HistoryWriter own = new HistoryWriter(recordings.get(0))) {
            makeParts(root, plan, own);
            for (int i = 0; i < plan.processes(); i++) {
                ClientProcess process = ClientProcess.start(settings(plan, root, files, i));
                processes.add(process);
                recordings.add(process.file());
            }
            work = work(processes, faults, () -> look(root, plan, own));
        } catch (IOException e) {
            Path evidence = files.resolve("evidence");
            new Evidence(stack, evidence).keep(processes);
            throw new IOException(e.getMessage() + "; what could be seen then is in " + evidence, e);
        } finally {
            processes.forEach(ClientProcess::close);
        }
        return new Report(plan, faults, work, checker.check(recordings, files.resolve("violation")));
    }

    private ClientMain.Settings settings(Plan plan, String root, Path files, int process) {
        return new ClientMain.Settings(
                stack.dataDir(),
                root,
                files.resolve("clients" + process + ".jsonl"),
                plan.seed(),
                1 + process * plan.clients(),
                plan.clients(),
                plan.parts(),
                plan.operationsOfEach(),
                plan.over(),
                plan.setting());
    }

    /** The system is looked at while what was frozen still is. */
    private Work work(List<ClientProcess> processes, List<HistoryFault> faults, Look look) throws Exception {
        for (ClientProcess process : processes) {
            process.await("ready", START_BOUND);
        }
        // Not earlier: what an earlier history has left can reach the end of its idle time while the clients start.
        if (stack.deployments() <= MOST_FUNCTIONS_TO_MULTIPLY) {
            ManyCallers.callUntilEachHas(INSTANCES, stack);
        }
        long begin = System.nanoTime();
        for (ClientProcess process : processes) {
            process.order("go");
        }
        InstanceWatch watch = InstanceWatch.start(new LiveInstances(stack.dataDir()));
        HistoryFaultInjector injector = new HistoryFaultInjector(stack, processes, faults);
        Duration lasted;
        try (watch;
                injector) {
            for (ClientProcess process : processes) {
                process.await("done", WORK_BOUND);
            }
            lasted = Duration.ofNanos(System.nanoTime() - begin);
            look.look();
        }
        // A fault that has begun can fail until it is brought to its end.
        ClientCounts counts =
                processes.stream().map(ClientProcess::counts).reduce(ClientCounts.NONE, ClientCounts::plus);
        return new Work(lasted, injector.made(), injector.failures(), watch.most(), counts);
    }

    private void makeParts(String root, Plan plan, HistoryWriter history) throws IOException {
        Path dataDir = stack.dataDir();
        try (HdfsNamespace above = HdfsNamespace.open(HdfsNamespace.configuration(dataDir), "");
                HdfsNamespace namespace = HdfsNamespace.open(HdfsNamespace.configuration(dataDir), root)) {
            Answer made = above.execute(new FileOperation.Mkdir(root, 0755, true));
            if (!made.equals(new Answer.Truth(true))) {
                throw new IOException("cannot make " + root + ": " + made);
            }
            RecordingClient client = client(0, namespace, history);
            HotDirectories.parts(plan.parts())
                    .forEach(part -> client.execute(new FileOperation.Mkdir(part, 0755, false)));
        }
    }

    /** Reads all that there is, as a client that has never been there before. */
    private void look(String root, Plan plan, HistoryWriter history) throws IOException {
        int number = 1 + plan.processes() * plan.clients();
        try (HdfsNamespace namespace = HdfsNamespace.open(HdfsNamespace.configuration(stack.dataDir()), root)) {
            RecordingClient client = client(number, namespace, history);
            for (String part : HotDirectories.parts(plan.parts())) {
                for (String path : HotDirectories.paths(part)) {
                    client.executeFinally(new FileOperation.Stat(path));
                }
                lookBelow(part, client);
            }
            lookAtSnapshots(client);
        }
    }

    private static void lookAtSnapshots(RecordingClient client) {
        String part = HotDirectories.SNAPSHOTTABLE;
        if (client.executeFinally(new FeatureOperation.ListSnapshots(part)) instanceof Answer.Texts names) {
            names.texts().forEach(name -> lookBelow(part + "/.snapshot/" + name, client));
        }
    }

    private static void lookBelow(String path, RecordingClient client) {
        client.executeFinally(new FeatureOperation.GetXAttrs(path));
        client.executeFinally(new FeatureOperation.GetAcl(path));
        if (client.executeFinally(new FileOperation.Ls(path)) instanceof Answer.Listing listing) {
            for (Answer.Attributes entry : listing.entries()) {
                if (entry.directory()) {
                    lookBelow(path + "/" + entry.name(), client);
                } else if (!entry.name().isEmpty() && !path.contains("/.snapshot/")) {
                    client.executeFinally(new FileOperation.Open(path + "/" + entry.name()));
                }
            }
        }
    }

    private static RecordingClient client(int number, HdfsNamespace namespace, HistoryWriter history) {
        return new RecordingClient(
                number, namespace, history, new RecordingClient.Clocks(System::nanoTime, InstantSource.system()));
    }

    /** The look at what is left. */
    @FunctionalInterface
    private interface Look {
        void look() throws IOException;
    }
}
