package io.lambdafs.store.ndb;

import io.lambdafs.testkit.ndb.NdbLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;

/**
 * The cluster of four data nodes as docs/ndb.md tells to configure it, comments and all, on one machine: hosts, directories and
 * ports are replaced, and sizes are made small.
 */
final class DocumentedLayout implements NdbLayout {
    private static final Path PAGE = Path.of("..", "docs", "ndb.md");
    private static final String DEFAULTS = "ndbd default";
    private static final String MANAGEMENT = "ndb_mgmd";
    private static final String DATA = "ndbd";
    private static final int API_NODES = 16;

    /** What a machine of two cores has room for, four times. */
    private static final Map<String, String> SMALL = Map.of(
            "DataMemory", "64M",
            "FragmentLogFileSize", "16M",
            "NoOfFragmentLogFiles", "4",
            "SharedGlobalMemory", "32M",
            "TransactionMemory", "64M",
            "MaxNoOfExecutionThreads", "2");

    private final List<Section> sections;

    private DocumentedLayout(List<Section> sections) {
        this.sections = List.copyOf(sections);
    }

    /** A part of a configuration: its kind, and its parameters as they are written. */
    private record Section(String kind, Map<String, String> parameters) {
        int node() {
            return Integer.parseInt(parameters.getOrDefault("NodeId", "").replaceAll("\\s*#.*", ""));
        }

        String text() {
            return parameters.entrySet().stream()
                    .map(entry -> entry.getKey() + "=" + entry.getValue() + "\n")
                    .collect(Collectors.joining("", "[" + kind + "]\n", ""));
        }
    }

    /** Reads the page: what it says of two data nodes, changed by what it says of four. */
    static DocumentedLayout ofFourDataNodes() throws IOException {
        String page = Files.readString(PAGE);
        List<Section> two = sections(block(page, "For two data nodes:"));
        List<Section> four = sections(block(page, "For four data nodes"));
        Map<String, String> defaults = new LinkedHashMap<>(two.get(0).parameters());
        defaults.putAll(four.get(0).parameters());
        defaults.putAll(SMALL);
        List<Section> sections = new ArrayList<>(List.of(new Section(DEFAULTS, defaults)));
        sections.addAll(four.subList(1, four.size()));
        return new DocumentedLayout(sections);
    }

    private static String block(String page, String after) {
        int begin = page.indexOf("```\n", page.indexOf(after)) + "```\n".length();
        return page.substring(begin, page.indexOf("```", begin));
    }

    private static List<Section> sections(String text) {
        List<Section> sections = new ArrayList<>();
        for (String line : text.lines().toList()) {
            if (line.startsWith("[")) {
                sections.add(new Section(line.substring(1, line.indexOf(']')), new LinkedHashMap<>()));
            } else if (line.contains("=")) {
                int sign = line.indexOf('=');
                sections.get(sections.size() - 1).parameters().put(line.substring(0, sign), line.substring(sign + 1));
            }
        }
        return sections;
    }

    @Override
    public List<Integer> managementServers() {
        return nodes(MANAGEMENT);
    }

    @Override
    public List<Integer> dataNodes() {
        return nodes(DATA);
    }

    @Override
    public List<Integer> connections() {
        return List.of();
    }

    private List<Integer> nodes(String kind) {
        return sections.stream()
                .filter(section -> section.kind().equals(kind))
                .map(Section::node)
                .toList();
    }

    @Override
    public String configuration(IntFunction<Path> directory, IntUnaryOperator port) {
        StringBuilder text = new StringBuilder();
        for (Section section : sections) {
            Map<String, String> here = new LinkedHashMap<>(section.parameters());
            here.remove("DataDir");
            if (!section.kind().equals(DEFAULTS)) {
                here.put("HostName", "127.0.0.1");
                here.put("DataDir", directory.apply(section.node()).toString());
            }
            if (section.kind().equals(MANAGEMENT)) {
                here.put("PortNumber", Integer.toString(port.applyAsInt(section.node())));
            }
            text.append(new Section(section.kind(), here).text());
        }
        return text + "[api]\n".repeat(API_NODES);
    }
}
