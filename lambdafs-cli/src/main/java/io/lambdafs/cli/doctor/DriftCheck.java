package io.lambdafs.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Whether processes run with the settings that the files have now. Values are never shown: some are passwords. */
final class DriftCheck implements Check {
    private static final String PREFIX = "LAMBDAFS_";
    private static final String STORE = "LAMBDAFS_STORE_URL";
    private static final String RESTART =
            "Run 'lambdafs stop' and 'lambdafs start', so that all processes have the settings that the files have.";

    /** Where processes tell their environment. */
    private final Path processes;

    DriftCheck() {
        this(Path.of("/proc"));
    }

    DriftCheck(Path processes) {
        this.processes = processes;
    }

    @Override
    public String name() {
        return "settings";
    }

    @Override
    public void run(ExaminedStack stack, Findings findings) {
        Path file = stack.dataDirectory().resolve("conf").resolve("platform.json");
        JsonNode config;
        try {
            config = new ObjectMapper().readTree(file.toFile());
        } catch (IOException e) {
            findings.error(
                    "the platform's settings in " + file + " cannot be read (" + e.getMessage() + ")",
                    "Run 'lambdafs start', which writes them again.");
            return;
        }
        int before = findings.all().size();
        comparePool(config, stack, findings);
        compareInstances(config, stack, findings);
        compareDataNodes(config, stack, findings);
        if (findings.all().size() == before) {
            findings.ok("processes run with the settings that the files have");
        }
    }

    private static void comparePool(JsonNode config, ExaminedStack stack, Findings findings) {
        long wanted = config.path("pool").path("user-memory-mb").asLong();
        JsonNode pool = stack.status().path("pool");
        if (!pool.isMissingNode() && wanted != pool.path("totalMemoryMb").asLong(wanted)) {
            findings.warning("the platform's pool has another size than conf/platform.json says", RESTART);
        }
    }

    private void compareInstances(JsonNode config, ExaminedStack stack, Findings findings) {
        Map<String, String> wanted = imageSettings(config);
        for (JsonNode instance : stack.status().path("instances")) {
            environment(instance.path("pid").asLong()).ifPresent(has -> {
                Set<String> different = different(wanted, has);
                if (!different.isEmpty()) {
                    findings.warning(
                            "an instance of " + instance.path("action").asText() + ", process "
                                    + instance.path("pid").asLong() + ", has other settings than conf/platform.json: "
                                    + String.join(", ", different),
                            RESTART);
                }
            });
        }
    }

    private static Map<String, String> imageSettings(JsonNode config) {
        Map<String, String> settings = new HashMap<>();
        config.path("images")
                .forEach(image -> image.path("environment").properties().forEach(entry -> {
                    if (entry.getKey().startsWith(PREFIX)) {
                        settings.put(entry.getKey(), entry.getValue().asText());
                    }
                }));
        return settings;
    }

    private void compareDataNodes(JsonNode config, ExaminedStack stack, Findings findings) {
        String wanted = imageSettings(config).getOrDefault(STORE, "");
        for (ExaminedStack.Part part : stack.parts()) {
            if (part.running() && part.name().startsWith("datanode")) {
                environment(part.pid())
                        .filter(has -> !has.getOrDefault(STORE, wanted).equals(wanted))
                        .ifPresent(has -> findings.error(
                                part.name() + " reports to another store than the instances use: " + STORE, RESTART));
            }
        }
    }

    /** The settings that differ, or that only one of the two has. */
    static Set<String> different(Map<String, String> wanted, Map<String, String> has) {
        Set<String> different = new TreeSet<>();
        wanted.forEach((name, value) -> {
            if (!value.contains("{port}") && !value.equals(has.get(name))) {
                different.add(name);
            }
        });
        has.keySet().stream()
                .filter(name -> name.startsWith(PREFIX) && !wanted.containsKey(name))
                .forEach(different::add);
        return different;
    }

    /** The environment with which a process was started; empty if it has ended or is another user's. */
    private Optional<Map<String, String>> environment(long pid) {
        try {
            String text = Files.readString(
                    processes.resolve(Long.toString(pid)).resolve("environ"), StandardCharsets.ISO_8859_1);
            Map<String, String> environment = new HashMap<>();
            for (String entry : text.split("\0", -1)) {
                int equals = entry.indexOf('=');
                if (equals > 0) {
                    environment.put(entry.substring(0, equals), entry.substring(equals + 1));
                }
            }
            return environment.isEmpty() ? Optional.empty() : Optional.of(environment);
        } catch (IOException gone) {
            return Optional.empty();
        }
    }
}
