package io.lambdafs.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page, the rules, the models' switches and the classes that implement them name each other. */
final class CoherencePageTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final List<String> MODELS = List.of("coherence.pml", "subtree.pml", "permission.pml");
    private static final Pattern USE = Pattern.compile("\\bkeeps\\(CoherenceRule\\.([A-Z_]+)\\)");
    private static final Pattern SWITCH = Pattern.compile("\\bNO_([A-Z_]+)\\b");
    private static final Pattern ROW = Pattern.compile("^\\| `([A-Z_]+)` \\|[^|]*\\| `(\\w+)` \\| ([^|]+) \\|$");

    @Test
    void everyRule_isOnThePageWithItsClassAndItsModel() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/protocols/coherence.md"));
        List<String> rules = new ArrayList<>();
        Map<String, Set<String>> shownIn = new HashMap<>();
        MODELS.forEach(model -> shownIn.put(model, new TreeSet<>()));
        for (String line : page.lines().toList()) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                String rule = row.group(1);
                rules.add(rule);
                assertThat(uses(source(row.group(2)))).as(row.group(2)).contains(rule);
                MODELS.stream()
                        .filter(model -> row.group(3).contains("`" + model + "`"))
                        .forEach(model -> shownIn.getOrDefault(model, Set.of()).add(rule));
            }
        }
        assertThat(rules)
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(CoherenceRule.values()).map(Enum::name).toList());
        for (String model : MODELS) {
            assertThat(switches(model)).as("switches of " + model).isEqualTo(shownIn.get(model));
        }
    }

    /** The rules that can be taken away from a class. That its comment names one does not count. */
    private static Set<String> uses(String source) {
        return found(USE, source);
    }

    /** The rules that can be taken away from a model, whatever rules there are. */
    private static Set<String> switches(String model) throws IOException {
        Set<String> switches = new TreeSet<>();
        Files.readString(ROOT.resolve("docs/protocols").resolve(model))
                .lines()
                .filter(line -> line.startsWith("#"))
                .forEach(line -> switches.addAll(found(SWITCH, line)));
        return switches;
    }

    private static Set<String> found(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String source(String type) throws IOException {
        for (String module : List.of("lambdafs-core", "lambdafs-namenode")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module + "/src/main/java"))) {
                List<Path> found =
                        files.filter(file -> file.endsWith(type + ".java")).toList();
                if (!found.isEmpty()) {
                    return Files.readString(found.get(0));
                }
            }
        }
        throw new AssertionError("there is no class " + type);
    }
}
