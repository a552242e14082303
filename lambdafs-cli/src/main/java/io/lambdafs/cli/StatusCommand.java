package io.lambdafs.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.lambdafs.cli.process.Component;
import io.lambdafs.cli.store.ForegroundProcess;
import io.lambdafs.cost.FunctionCost;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows what runs. Its exit code is 3 unless everything does. */
@Command(
        mixinStandardHelpOptions = true,
        name = "status",
        description = "Shows the components and the function instances.")
final class StatusCommand implements Callable<Integer> {
    private static final int INCOMPLETE = 3;

    @Mixin
    private DataDirectoryOption dataDirectory = new DataDirectoryOption();

    @Option(
            names = "--store",
            description = "Shows the figures of the embedded store, too: its files, memory and work.")
    private boolean store;

    @Option(names = "--json", description = "Prints one JSON object instead of tables, for programs.")
    private boolean json;

    @Override
    public Integer call() {
        if (json && store) {
            throw new CliException("--json does not show the figures of the store. Leave out --json or --store.");
        }
        ManagedStack stack = ManagedStack.load(dataDirectory.directory());
        return json ? printJson(stack) : printTables(stack);
    }

    private static int printJson(ManagedStack stack) {
        List<Component> components = stack.components();
        Console.standard()
                .line(new StatusJson(stack)
                        .of(components, StatusJson.pool(stack))
                        .toPrettyString());
        return components.stream().allMatch(Component::isRunning) ? 0 : INCOMPLETE;
    }

    private int printTables(ManagedStack stack) {
        Console console = Console.standard();
        console.line("data directory  %s", stack.data().root());
        console.line("file system     hdfs://lambdafs/");
        console.line("platform        %s", stack.config().platformUrl());
        console.line("coordinator     %s", stack.config().coordinatorText());
        console.line("store           %s", stack.config().storeText());
        console.line("");
        boolean allRun = showComponents(stack.components(), console);
        Optional<JsonNode> pool = StatusJson.pool(stack);
        pool.ifPresent(view -> showInstances(view, stack, console));
        if (store) {
            console.line("");
            ForegroundProcess.run(
                    ManagedStack.storeIn(Optional.of(stack.data().root())).asking("figures"));
        }
        if (!allRun) {
            console.line("");
            console.line("Not everything is running: 'lambdafs start' brings back what is missing.");
        }
        return allRun ? 0 : INCOMPLETE;
    }

    private static boolean showComponents(List<Component> components, Console console) {
        console.line("%-12s %-8s %8s  %s", "COMPONENT", "STATE", "PID", "ADDRESS");
        boolean all = true;
        for (Component component : components) {
            boolean running = component.isRunning();
            all &= running;
            console.line(
                    "%-12s %-8s %8s  %s",
                    component.name(),
                    running ? "running" : "dead",
                    running ? Long.toString(component.pid().orElse(0)) : "-",
                    running ? component.address() : "-");
        }
        return all;
    }

    private static void showInstances(JsonNode pool, ManagedStack stack, Console console) {
        console.line("");
        console.line(
                "%-12s %-10s %8s %5s %5s %8s %12s %12s %7s %9s %11s",
                "DEPLOYMENT",
                "STATE",
                "PID",
                "LOAD",
                "TCP",
                "ACTIVE",
                "INVOCATIONS",
                "OPERATIONS",
                "MEMBER",
                "CPU",
                "THROTTLED");
        InstanceReports reports = new InstanceReports(stack.data());
        LiveMembers members = LiveMembers.of(stack);
        for (JsonNode instance : pool.path("instances")) {
            long pid = instance.path("pid").asLong();
            InstanceReports.Report report = reports.of(pid);
            console.line(
                    "%-12s %-10s %8d %5s %5s %8d %12d %12s %7s %9s %11s",
                    instance.path("action").asText(),
                    instance.path("state").asText(),
                    pid,
                    load(instance, report),
                    report.tcpConnections(),
                    instance.path("active").asInt(),
                    instance.path("activations").asLong(),
                    report.operations(),
                    members.says(pid),
                    cpu(instance),
                    throttled(instance));
        }
        showCaches(pool, reports, console);
        console.line("");
        console.line(
                "%d instances, %d cold starts so far, %d times one more because of load, %d calls waiting, %d of %d MB"
                        + " and %d of %d thousandths of a core given out",
                pool.path("instances").size(),
                pool.path("coldStarts").asLong(),
                pool.path("scaleOuts").asLong(),
                pool.path("queued").asLong(),
                pool.path("usedMemoryMb").asLong(),
                pool.path("totalMemoryMb").asLong(),
                pool.path("usedCpuMillis").asLong(),
                pool.path("totalCpuMillis").asLong());
        showStemCells(pool, console);
        showCost(pool, console);
        if (pool.has("noLimitsBecause")) {
            console.line(pool.path("noLimitsBecause").asText());
        }
    }

    private static void showCost(JsonNode pool, Console console) {
        FunctionCost cost = new FunctionCost(
                pool.path("gigabyteSeconds").asDouble(), pool.path("calls").asLong());
        console.line(
                "%.1f gigabyte-seconds and %d calls by HTTP since the platform started; at AWS Lambda's prices $%.6f",
                cost.gigabyteSeconds(), (long) cost.calls(), cost.dollars());
    }

    private static void showStemCells(JsonNode pool, Console console) {
        int ready = 0;
        for (JsonNode cell : pool.path("stemCells")) {
            ready += cell.path("state").asText().equals("ready") ? 1 : 0;
        }
        long taken = pool.path("stemStarts").asLong();
        long lost = pool.path("stemCellsLost").asLong();
        if (!pool.path("stemCells").isEmpty() || taken > 0 || lost > 0) {
            console.line("%d stem cells are ready; %d of the cold starts took one; %d were lost", ready, taken, lost);
        }
    }

    /** How loaded an instance is, of 255. One that is paused does nothing, whatever it has said last. */
    private static String load(JsonNode instance, InstanceReports.Report report) {
        return instance.path("state").asText().equals("paused") ? "-" : report.load();
    }

    /** What an instance uses of a core in thousandths, and its limit if it has one. */
    private static String cpu(JsonNode instance) {
        String used = instance.path("cpuInUseMillis").asText("-");
        int limit = instance.path("cpuMillis").asInt();
        return limit == 0 ? used : used + "/" + limit;
    }

    /** How long an instance had to wait because of its limit of CPU. */
    private static String throttled(JsonNode instance) {
        JsonNode millis = instance.path("throttledMillis");
        boolean limited = instance.path("cpuMillis").asInt() != 0 && millis.isNumber();
        return limited ? String.format(Locale.ROOT, "%.1f s", millis.asLong() / 1000.0) : "-";
    }

    private static void showCaches(JsonNode pool, InstanceReports reports, Console console) {
        boolean titled = false;
        for (JsonNode instance : pool.path("instances")) {
            long pid = instance.path("pid").asLong();
            InstanceReports.Report report = reports.of(pid);
            if (!report.caches()) {
                continue;
            }
            if (!titled) {
                titled = true;
                console.line("");
                console.line(
                        "%-12s %8s %8s %9s %11s %6s  %6s %-20s %-20s",
                        "CACHE OF",
                        "PID",
                        "LEASE",
                        "ENTRIES",
                        "BYTES",
                        "HITS",
                        "ALONE",
                        "LED (p50/p99 ms)",
                        "FOLLOWED (p50/p99 ms)");
            }
            console.line(
                    "%-12s %8d %8s %9s %11s %6s  %6s %-20s %-20s",
                    instance.path("action").asText(),
                    pid,
                    report.lease(),
                    report.cacheEntries(),
                    report.cacheBytes(),
                    report.hitRate(),
                    report.roundsAlone(),
                    report.rounds("led"),
                    report.rounds("followed"));
        }
    }
}
