package io.lambdafs.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lambdafs.gateway.ClientProgram;
import io.lambdafs.tidy.CheckoutSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The rules for alerts before Prometheus' own {@code promtool}: that they are rules, and that the unit tests beside them pass. Without
 * promtool, and without Go to build it, the tests are skipped.
 */
@Tag("promtool")
final class AlertsTest {
    private static final Duration BUILD_BOUND = Duration.ofMinutes(30);
    private static final Duration BOUND = Duration.ofMinutes(1);
    private static final Path DIRECTORY = CheckoutSources.root().resolve("docs/prometheus");
    private static final String RULES = "alerts.yml";
    private static final String UNIT_TESTS = "alerts-test.yml";
    private static final Pattern ALERT = Pattern.compile("- alert: (\\w+)");
    private static final Pattern FIRED = Pattern.compile("- alertname: (\\w+)\\s+eval_time: \\w+\\s+exp_alerts:\\s+- ");
    private static final Pattern SILENT = Pattern.compile("\\{alertname: (\\w+), eval_time: \\w+, exp_alerts: \\[]}");

    @TempDir
    Path copies;

    private String promtool = "";

    @BeforeEach
    void find() throws Exception {
        ClientProgram.Ended search = ClientProgram.findTool("promtool", BUILD_BOUND);
        assumeThat(search.noTool()).as(search.errors().strip()).isFalse();
        promtool = search.require().strip();
    }

    @Test
    void rules_areInOrder() throws Exception {
        Files.writeString(copies.resolve(RULES), text(RULES).replaceFirst("\\[10m]", "[10 minutes]"));
        assertThat(promtool(copies, "check", "rules", RULES).status()).isEqualTo(1);

        ClientProgram.Ended ended = promtool(DIRECTORY, "check", "rules", "--lint=all", "--lint-fatal", RULES);

        assertThat(ended.status()).as(ended.output() + ended.errors()).isZero();
        assertThat(ended.output()).contains(names(ALERT, RULES).size() + " rules found");
    }

    @Test
    void eachAlert_firesWhenItShould_andNotOtherwise() throws Exception {
        ClientProgram.Ended ended = promtool(DIRECTORY, "test", "rules", UNIT_TESTS);

        assertThat(ended.status()).as(ended.output() + ended.errors()).isZero();
        Set<String> alerts = names(ALERT, RULES);
        assertThat(alerts).hasSizeGreaterThan(10);
        assertThat(names(FIRED, UNIT_TESTS)).isEqualTo(alerts);
        assertThat(names(SILENT, UNIT_TESTS)).isEqualTo(alerts);
    }

    @Test
    void unitTests_noticeWhatIsChanged() throws Exception {
        String rules = text(RULES);
        Files.writeString(copies.resolve(UNIT_TESTS), text(UNIT_TESTS));
        for (Map.Entry<String, String> change : Map.of(
                        "offset 10m", "offset 1m",
                        "> 0.01", "> 0.05",
                        "for: 10m", "for: 20m",
                        "kind=\"read\"", "kind=~\".*\"",
                        "[10m]) > 3", "[10m]) >= 3",
                        "> 10 * lambdafs_gateway_handlers", "> 10")
                .entrySet()) {
            String changed = rules.replace(change.getKey(), change.getValue());
            assertThat(changed).as(change.getKey()).isNotEqualTo(rules);
            Files.writeString(copies.resolve(RULES), changed);

            ClientProgram.Ended ended = promtool(copies, "test", "rules", UNIT_TESTS);

            assertThat(ended.status()).as("with %s", change).isEqualTo(1);
            assertThat(ended.errors() + ended.output()).contains("FAILED");
        }
    }

    private ClientProgram.Ended promtool(Path directory, String... arguments) throws IOException, InterruptedException {
        String[] command = new String[arguments.length + 1];
        command[0] = promtool;
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        return new ClientProgram(directory, Map.of(), BOUND).run(command);
    }

    private static Set<String> names(Pattern pattern, String file) throws IOException {
        return pattern.matcher(text(file))
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String text(String file) throws IOException {
        return Files.readString(DIRECTORY.resolve(file));
    }
}
