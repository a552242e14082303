package io.lambdafs.benchmark.harness.comparison;

import io.lambdafs.benchmark.harness.workload.YamlFile;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One of the systems of a comparison.
 *
 * @param name what results call it
 * @param uri of the file system; empty for the default one of its settings
 * @param confDir a directory with the settings of its clients; empty for those of this program
 * @param settings over those
 * @param environment variables of its clients
 * @param start a command of the shell before each run; empty if the system is always there
 * @param servers a command of the shell that prints the processes of its servers on this machine; empty if there are none
 * @param stop a command of the shell after each run
 */
public record ComparedSystem(
        String name,
        String uri,
        String confDir,
        Map<String, String> settings,
        Map<String, String> environment,
        String start,
        String servers,
        String stop) {
    private static final List<String> KEYS =
            List.of("name", "fs", "confDir", "conf", "environment", "start", "servers", "stop");

    public ComparedSystem {
        if (!name.matches("[A-Za-z0-9_.-]+")) {
            throw new IllegalArgumentException("a system's name is '" + name + "': use letters, digits, - and .");
        }
        settings = Map.copyOf(settings);
        environment = Map.copyOf(environment);
    }

    static ComparedSystem of(Object value) {
        Map<String, Object> map = YamlFile.map("a system", value);
        YamlFile.requireKeys("a system", map, KEYS);
        return new ComparedSystem(
                text(map, "name"),
                text(map, "fs"),
                text(map, "confDir"),
                texts(map, "conf"),
                texts(map, "environment"),
                text(map, "start"),
                text(map, "servers"),
                text(map, "stop"));
    }

    private static String text(Map<String, Object> map, String key) {
        return String.valueOf(map.getOrDefault(key, ""));
    }

    private static Map<String, String> texts(Map<String, Object> map, String key) {
        Map<String, String> texts = new LinkedHashMap<>();
        if (map.containsKey(key)) {
            YamlFile.map(key, map.get(key)).forEach((name, value) -> texts.put(name, String.valueOf(value)));
        }
        return texts;
    }
}
