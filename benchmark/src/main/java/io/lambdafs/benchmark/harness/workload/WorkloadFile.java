package io.lambdafs.benchmark.harness.workload;

import io.lambdafs.benchmark.harness.arrival.Amount;
import io.lambdafs.benchmark.harness.operation.OperationKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A workload file in YAML. Everything but the mix may be left out; the command line then decides.
 *
 * @param name of the workload
 * @param groups of clients, each with a mix
 * @param tree settings by name, as on the command line
 * @param texts settings that the command line has under the same names, as it has them
 * @param faults what is done to the system meanwhile
 */
public record WorkloadFile(
        String name,
        List<Phase.Group> groups,
        Map<String, String> tree,
        Map<String, String> texts,
        List<Fault> faults) {
    private static final List<String> KEYS =
            List.of("name", "mix", "tree", "load", "duration", "clients", "groups", "faults");
    private static final Map<String, String> TREE_KEYS = Map.ofEntries(
            Map.entry("dirsPerDir", "dirs"),
            Map.entry("filesPerDir", "files"),
            Map.entry("depth", "depth"),
            Map.entry("nameLength", "name-len"),
            Map.entry("initialFilesPerClient", "initial"),
            Map.entry("initialFiles", "total"),
            Map.entry("sharedFraction", "shared"),
            Map.entry("sharedDirs", "shared-dirs"),
            Map.entry("popularity", "zipf"));

    public WorkloadFile {
        groups = List.copyOf(groups);
        tree = Map.copyOf(tree);
        texts = Map.copyOf(texts);
        faults = List.copyOf(faults);
    }

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException if it is wrong; its message names the key and says what to write
     */
    public static WorkloadFile read(Path file) throws IOException {
        return YamlFile.read(file, WorkloadFile::of);
    }

    private static WorkloadFile of(Map<String, Object> root) {
        YamlFile.requireKeys("a workload", root, KEYS);
        Optional<Mix> mix = Optional.ofNullable(root.get("mix")).map(value -> mix("mix", value));
        Map<String, String> texts = new LinkedHashMap<>();
        for (String key : List.of("duration", "clients")) {
            Optional.ofNullable(root.get(key)).ifPresent(value -> texts.put(key, String.valueOf(value)));
        }
        Optional.ofNullable(root.get("load")).ifPresent(value -> load(value, texts));
        return new WorkloadFile(
                String.valueOf(root.getOrDefault("name", "workload")),
                groups(root.get("groups"), mix),
                tree(root.get("tree")),
                texts,
                faults(root.get("faults")));
    }

    private static Mix mix(String where, Object value) {
        Map<OperationKind, Double> percentages = new EnumMap<>(OperationKind.class);
        YamlFile.map(where, value).forEach((key, percentage) -> {
            if (!(percentage instanceof Number number)) {
                throw new IllegalArgumentException(
                        "the percentage of " + key + " in " + where + " is '" + percentage + "': write a number");
            }
            percentages.put(OperationKind.require(key), number.doubleValue());
        });
        return Mix.of(percentages);
    }

    private static List<Phase.Group> groups(@Nullable Object value, Optional<Mix> mix) {
        if (value == null) {
            return List.of(new Phase.Group(
                    1,
                    mix.orElseThrow(() -> new IllegalArgumentException(
                            "the key 'mix' is missing: write percentages, such as mix: {read: 90, create: 10}"))));
        }
        List<Phase.Group> groups = new ArrayList<>();
        for (Object each : YamlFile.list("groups", value)) {
            Map<String, Object> group = YamlFile.map("groups", each);
            double share = Amount.positive("the share of a group", String.valueOf(group.get("share")));
            Object own = group.get("mix");
            groups.add(new Phase.Group(
                    share,
                    own != null
                            ? mix("groups", own)
                            : mix.orElseThrow(() -> new IllegalArgumentException(
                                    "a group has no 'mix', and the file has none: write one of them"))));
        }
        return groups;
    }

    private static Map<String, String> tree(@Nullable Object value) {
        Map<String, String> tree = new LinkedHashMap<>();
        if (value != null) {
            YamlFile.map("tree", value).forEach((key, setting) -> {
                String name = TREE_KEYS.get(key);
                if (name == null) {
                    throw new IllegalArgumentException(
                            "there is no key '" + key + "' in tree: it has " + TREE_KEYS.keySet());
                }
                String text = String.valueOf(setting);
                if (name.equals("zipf")) {
                    text = text.equals("uniform") ? "0" : text.replaceFirst("^zipf:", "");
                }
                tree.put(name, text);
            });
        }
        TreeSpec.of(tree);
        return tree;
    }

    private static void load(Object value, Map<String, String> texts) {
        if (value instanceof String text) {
            texts.put("load", text);
            return;
        }
        Map<String, Object> load = new LinkedHashMap<>(YamlFile.map("load", value));
        Object kind = load.remove("kind");
        for (String key : List.of("rollover", "seed")) {
            Object setting = load.remove(key);
            if (setting != null) {
                texts.put(key, String.valueOf(setting));
            }
        }
        if (kind == null) {
            throw new IllegalArgumentException(
                    "the key 'kind' of load is missing: write closed, const, poisson, pareto or step");
        }
        StringBuilder text = new StringBuilder(String.valueOf(kind));
        Object rate = load.remove("rate");
        if (rate != null) {
            text.append(':').append(rate);
        }
        String before = ":";
        for (Map.Entry<String, Object> entry : load.entrySet()) {
            text.append(before).append(entry.getKey()).append('=').append(entry.getValue());
            before = ",";
        }
        texts.put("load", text.toString());
    }

    private static List<Fault> faults(@Nullable Object value) {
        List<Fault> faults = new ArrayList<>();
        for (Object each : value == null ? List.of() : YamlFile.list("faults", value)) {
            Map<String, Object> fault = YamlFile.map("faults", each);
            Object action = fault.get("action");
            if (action == null) {
                throw new IllegalArgumentException("a fault has no 'action': write a command of the shell");
            }
            String every = String.valueOf(fault.getOrDefault("every", "0"));
            faults.add(new Fault(
                    String.valueOf(action),
                    Amount.nanos("'at' of a fault", String.valueOf(fault.getOrDefault("at", every))),
                    Amount.nanos("'every' of a fault", every)));
        }
        return faults;
    }
}
