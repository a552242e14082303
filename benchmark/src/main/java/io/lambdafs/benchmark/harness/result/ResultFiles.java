package io.lambdafs.benchmark.harness.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lambdafs.benchmark.harness.expected.ExpectedNamespace;
import io.lambdafs.benchmark.harness.expected.NamespaceCheck;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/** The files of a run in its directory. */
public final class ResultFiles {
    private static final double MICROS_PER_MILLI = 1000;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int SCHEMA = 1;
    private static final String RUN = "run.json";
    private static final String PHASES = "phases.json";
    private static final String EXPECTED = "expected.tsv.gz";

    private final Path directory;

    /** The files in a directory, which need not be there. */
    public ResultFiles(Path directory) {
        this.directory = directory;
    }

    /** Where they are. */
    public Path directory() {
        return directory;
    }

    /** Writes all, over what was there. */
    public void write(RunResult result) throws IOException {
        Files.createDirectories(directory.resolve("hist"));
        JSON.writerWithDefaultPrettyPrinter().writeValue(directory.resolve(RUN).toFile(), summary(result));
        ArrayNode phases = JsonNodeFactory.instance.arrayNode();
        result.phases().forEach(phase -> phases.add(PhaseJson.encode(phase)));
        JSON.writeValue(directory.resolve(PHASES).toFile(), phases);
        writeTables(result);
    }

    /** Writes the tables and histograms alone. */
    public void writeTables(RunResult result) throws IOException {
        Files.createDirectories(directory.resolve("hist"));

        OperationTable.of(result.phases()).write(directory.resolve("ops.csv"));
        Timeline.of(result.phases()).write(directory.resolve("timeline.csv"));
        errors(result.phases()).write(directory.resolve("errors.csv"));
        Csv events = new Csv("phase", "t_s", "what", "outcome");
        result.events().forEach(event -> events.row(event.phase(), event.seconds(), event.what(), event.outcome()));
        events.write(directory.resolve("events.csv"));
        for (int i = 0; i < result.phases().size(); i++) {
            histograms(i, result.phases().get(i));
        }
    }

    private static Csv errors(List<PhaseResult> phases) {
        Csv errors = new Csv("phase", "op", "class", "message", "count", "first_t_ms");
        for (PhaseResult phase : phases) {
            for (ErrorCounts.ErrorCount error : phase.errors().all()) {
                errors.row(
                        phase.name(),
                        error.operation(),
                        error.error(),
                        error.message(),
                        error.count(),
                        error.firstMillis());
            }
        }
        return errors;
    }

    private void histograms(int number, PhaseResult phase) throws IOException {
        log(directory.resolve("hist/" + number + "-response.hlog"), phase);
        for (var entry : phase.kinds().entrySet()) {
            String name = "hist/" + number + "-" + entry.getKey().word();
            percentiles(
                    directory.resolve(name + "-response.hgrm"), entry.getValue().response());
            percentiles(
                    directory.resolve(name + "-service.hgrm"), entry.getValue().service());
        }
    }

    /** Response times of each interval, in the log that HdrHistogram's own tools read; values are in microseconds, and the largest one in milliseconds. */
    private static void log(Path file, PhaseResult phase) throws IOException {
        try (PrintStream out = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
            HistogramLogWriter writer = new HistogramLogWriter(out);
            writer.outputComment("[response times in microseconds, of all kinds; seconds since the phase began]");
            writer.outputLogFormatVersion();
            writer.outputBaseTime(0);
            writer.outputLegend();
            for (int i = 0; i < phase.seconds().size(); i++) {
                writer.outputIntervalHistogram(
                        i * phase.intervalNanos() / 1e9,
                        (i + 1) * phase.intervalNanos() / 1e9,
                        phase.seconds().get(i).response(),
                        MICROS_PER_MILLI);
            }
        }
    }

    /** In HdrHistogram's own form, in microseconds. */
    private static void percentiles(Path file, Histogram histogram) throws IOException {
        try (PrintStream out = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
            histogram.outputPercentileDistribution(out, 1.0);
        }
    }

    private static ObjectNode summary(RunResult result) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("schema", SCHEMA);
        node.put("begun", result.begun().toString());
        node.put("status", result.status());
        ObjectNode settings = node.putObject("settings");
        result.settings().forEach(settings::put);
        machine(node.putObject("machine"));
        ArrayNode phases = node.putArray("phases");
        for (PhaseResult phase : result.phases()) {
            ObjectNode one = phases.addObject();
            one.put("name", phase.name());
            one.put("elapsed_s", phase.elapsedNanos() / 1e9);
            one.put("offered_ops", phase.total(Count.OFFERED));
            one.put("ok_ops", phase.succeeded());
            one.put("failed_ops", phase.failed());
            phase.retries().ifPresent(retries -> one.put("retries", retries));
            one.put("dropped_ops", phase.total(Count.DROPPED));
            one.put("unfinished_ops", Timeline.unfinished(phase));
            one.put("throughput_ops_per_s", phase.throughput());
            one.put("generator_ceiling_ops_per_s", phase.ceiling());
            one.put("generator_saturated", phase.isSaturated());
            one.put("generator_lag_p99_us", phase.lag().getValueAtPercentile(99));
            one.put("service_p50_us", phase.service().getValueAtPercentile(50));
            one.put("service_p99_us", phase.service().getValueAtPercentile(99));
            one.put("response_p50_us", phase.response().getValueAtPercentile(50));
            one.put("response_p99_us", phase.response().getValueAtPercentile(99));
            new ServerTotals(phase).putInto(one);
        }
        result.namespace().ifPresent(check -> namespace(node.putObject("namespace"), check));
        result.noise()
                .ifPresent(noise -> node.putObject("noise")
                        .put("foreign_percent", noise.foreignPercent())
                        .put("steal_percent", noise.stealPercent())
                        .put("probe_percent", noise.probePercent()));
        ArrayNode verdicts = node.putArray("verdicts");
        result.verdicts()
                .forEach(verdict ->
                        verdicts.addObject().put("status", verdict.status()).put("text", verdict.text()));
        ArrayNode events = node.putArray("events");
        result.events()
                .forEach(event -> events.addObject()
                        .put("phase", event.phase())
                        .put("t_s", event.seconds())
                        .put("what", event.what())
                        .put("outcome", event.outcome()));
        return node;
    }

    private static void machine(ObjectNode node) {
        node.put("program", System.getProperty("lambdafs.bench.version", "unknown"));
        node.put("host", host());
        node.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        node.put("arch", System.getProperty("os.arch"));
        node.put("cores", Runtime.getRuntime().availableProcessors());
        node.put("heap_max_bytes", Runtime.getRuntime().maxMemory());
        node.put("java", System.getProperty("java.vm.name") + " " + System.getProperty("java.version"));
        ArrayNode flags = node.putArray("jvm_flags");
        // Settings may have secrets in them; flags of the machine have none.
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.startsWith("-X"))
                .forEach(flags::add);
    }

    /** The machine's name without a look-up, which may take long. */
    private static String host() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException unknown) {
            return "unknown";
        }
    }

    private static void namespace(ObjectNode node, NamespaceCheck check) {
        node.put("right", check.isRight());
        node.put("digest", check.digest());
        node.put("found", check.found());
        node.put("unsure", check.unsure());
        node.put("missing", check.missing());
        node.put("extra", check.extra());
        node.put("different", check.different());
        check.examples().forEach(node.putArray("examples")::add);
    }

    /**
     * Reads the results of a run.
     *
     * @throws IOException if there are none
     * @throws IllegalArgumentException if they are of another version
     */
    public RunResult read() throws IOException {
        JsonNode node = JSON.readTree(require(RUN).toFile());
        if (node.path("schema").asInt() != SCHEMA) {
            throw new IllegalArgumentException(directory.resolve(RUN) + " has schema "
                    + node.path("schema").asInt() + ": this version reads schema " + SCHEMA);
        }
        Map<String, String> settings = new LinkedHashMap<>();
        node.path("settings")
                .properties()
                .forEach(entry -> settings.put(entry.getKey(), entry.getValue().asText()));
        List<PhaseResult> phases = new ArrayList<>();
        JSON.readTree(require(PHASES).toFile()).forEach(phase -> phases.add(PhaseJson.decode(phase)));
        List<Event> events = new ArrayList<>();
        node.path("events")
                .forEach(event -> events.add(new Event(
                        event.path("phase").asInt(),
                        event.path("t_s").asDouble(),
                        event.path("what").asText(),
                        event.path("outcome").asText())));
        List<RunResult.Verdict> verdicts = new ArrayList<>();
        node.path("verdicts")
                .forEach(verdict -> verdicts.add(new RunResult.Verdict(
                        verdict.path("status").asInt(), verdict.path("text").asText())));
        return new RunResult(
                Instant.parse(node.required("begun").asText()),
                settings,
                phases,
                events,
                readNamespace(node.path("namespace")),
                readNoise(node.path("noise")),
                verdicts);
    }

    private static Optional<NamespaceCheck> readNamespace(JsonNode node) {
        if (node.isMissingNode()) {
            return Optional.empty();
        }
        List<String> examples = new ArrayList<>();
        node.path("examples").forEach(example -> examples.add(example.asText()));
        return Optional.of(new NamespaceCheck(
                node.path("digest").asText(),
                node.path("found").asInt(),
                node.path("unsure").asInt(),
                node.path("missing").asInt(),
                node.path("extra").asInt(),
                node.path("different").asInt(),
                examples));
    }

    private static Optional<Noise> readNoise(JsonNode node) {
        return node.isMissingNode()
                ? Optional.empty()
                : Optional.of(new Noise(
                        node.path("foreign_percent").asDouble(),
                        node.path("steal_percent").asDouble(),
                        node.path("probe_percent").asDouble()));
    }

    private Path require(String name) throws IOException {
        Path file = directory.resolve(name);
        if (!Files.isRegularFile(file)) {
            throw new IOException("there is no " + file + ": name the directory that 'lambdafs-bench run --out' wrote");
        }
        return file;
    }

    /** Writes what must be in the file system, for a later comparison. */
    public void writeExpected(ExpectedNamespace expected) throws IOException {
        Files.createDirectories(directory);
        try (BufferedWriter out = new BufferedWriter(new OutputStreamWriter(
                new GZIPOutputStream(Files.newOutputStream(directory.resolve(EXPECTED))), StandardCharsets.UTF_8))) {
            out.write(expected.base());
            out.newLine();
            for (String line : expected.toLines()) {
                out.write(line);
                out.newLine();
            }
        }
    }

    /** Reads what must be in the file system. */
    public ExpectedNamespace readExpected() throws IOException {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(require(EXPECTED))), StandardCharsets.UTF_8))) {
            String base = in.readLine();
            ExpectedNamespace expected = new ExpectedNamespace(base == null ? "" : base);
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                expected.addLine(line);
            }
            return expected;
        }
    }
}
