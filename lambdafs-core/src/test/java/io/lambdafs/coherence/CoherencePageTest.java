package io.lambdafs.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page, the rules, the models' switches and the classes that implement them name each other. */
final class CoherencePageTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern ROW = Pattern.compile("^\\| `([A-Z_]+)` \\|[^|]*\\| `(\\w+)` \\| ([^|]+) \\|$");

    @Test
    void everyRule_isOnThePageWithItsClassAndItsModel() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/protocols/coherence.md"));
        List<String> rules = new ArrayList<>();
        for (String line : page.lines().toList()) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                rules.add(row.group(1));
                assertThat(source(row.group(2))).as(row.group(2)).contains(row.group(1));
                checkShown(row.group(1), row.group(3));
            }
        }
        assertThat(rules)
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(CoherenceRule.values()).map(Enum::name).toList());
    }

    private static void checkShown(String rule, String shown) throws IOException {
        for (String model : List.of("coherence", "subtree")) {
            String text = Files.readString(ROOT.resolve("docs/protocols/" + model + ".pml"));
            assertThat(Pattern.compile("\\bNO_" + rule + "\\b").matcher(text).find())
                    .as("%s has a switch for %s".formatted(model, rule))
                    .isEqualTo(shown.contains("`" + model + ".pml`"));
        }
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
