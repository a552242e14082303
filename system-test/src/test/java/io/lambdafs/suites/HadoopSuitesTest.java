package io.lambdafs.suites;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.system.Stack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Hadoop's test suites for HDFS, as they are, through a {@code MiniDFSCluster} whose NameNode is λFS. Each test passes, or is
 * listed with the reason why it does not. {@code -Dlambdafs.suites=PATTERN} runs the classes whose names have this in them,
 * {@code -Dsuites.fast} the subset that takes a few minutes.
 */
@Tag("suites")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class HadoopSuitesTest {
    /** A federation of three namespaces is the most that these classes ask for. */
    private static final int SYSTEMS = 3;

    private static final int FUNCTIONS = 2;
    private static final Path DIRECTORY = Path.of("target/suites");
    private static final boolean ONLY_FAST =
            !System.getProperty("suites.fast", "false").equals("false");
    private static final Pattern CHOSEN = Pattern.compile(System.getProperty("lambdafs.suites", ""));

    private final List<Stack> systems = new ArrayList<>();
    private final List<String> rows = new ArrayList<>();

    @BeforeAll
    void start() throws Exception {
        for (int i = 0; i < SYSTEMS; i++) {
            systems.add(Stack.start(FUNCTIONS, 0, "--min-block-size", "0"));
        }
    }

    @AfterAll
    void stop() throws IOException {
        for (Stack system : systems) {
            system.close();
        }
        Files.createDirectories(DIRECTORY);
        rows.add(0, "| class | tests | passed | skipped | left out |\n|---|---|---|---|---|");
        Files.write(DIRECTORY.resolve("table.md"), rows);
    }

    static Stream<String> classes() throws IOException {
        return SuiteClass.all().stream()
                .filter(suite -> suite.fast() || !ONLY_FAST)
                .map(SuiteClass::name)
                .filter(name -> CHOSEN.matcher(name).find());
    }

    @ParameterizedTest
    @MethodSource("classes")
    void suite_passes(String name) throws Exception {
        SuiteClass suite = SuiteClass.all().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
        List<SuiteOutcome> outcomes = new SuiteProcess(systems, DIRECTORY).run(name);
        rows.add(String.format(
                "| %s | %d | %d | %d | %d |",
                suite.simpleName(),
                outcomes.size(),
                count(outcomes, SuiteOutcome.Kind.PASSED),
                count(outcomes, SuiteOutcome.Kind.SKIPPED),
                count(outcomes, SuiteOutcome.Kind.FAILED)));
        assertThat(outcomes.stream()
                        .filter(outcome -> outcome.kind() == SuiteOutcome.Kind.FAILED)
                        .filter(outcome -> suite.reason(outcome.test()).isEmpty()))
                .as("failed for no known reason; the log is in " + DIRECTORY.resolve(name))
                .isEmpty();
        assertThat(count(outcomes, SuiteOutcome.Kind.PASSED)).as("passed").isGreaterThanOrEqualTo(suite.passes());
    }

    private static long count(List<SuiteOutcome> outcomes, SuiteOutcome.Kind kind) {
        return outcomes.stream().filter(outcome -> outcome.kind() == kind).count();
    }
}
