package io.lambdafs.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The models of quotas and of snapshots hold within small bounds, and each of their rules that is taken away is missed. */
@Execution(ExecutionMode.CONCURRENT)
final class FeatureModelsTest {
    private static final Path PAGES = ModelCheck.ROOT.resolve("docs");
    private static final Pattern SWITCH = Pattern.compile("\\bNO_([A-Z_]+)\\b");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([A-Z_]+)` \\|");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "quota",
                "quota -DLIMIT1=1 -DFILES=2",
                "quota -DSETS=1 -DNARROW",
                "quota -DWRITERS=3 -DWRITES=1",
                "snapshot",
                "snapshot -DALLOW -DWRITES=1",
                "snapshot -DABSENT",
                "snapshot -DREMOVES=true -DCLIMBS=0 -DTAKES=2",
                "snapshot -DTAKES=2 -DDELETES=1 -DWRITES=1 -DCLIMBS=0"
            })
    void model_holds(String check) throws Exception {
        assertThat(ModelCheck.verdict(check)).as(check).isZero();
    }

    static Stream<String> quotaRules() throws IOException {
        return switches("quota").stream();
    }

    static Stream<String> snapshotRules() throws IOException {
        return switches("snapshot").stream();
    }

    /** A limit is exceeded; that writers are refused without a reason does not count. */
    @ParameterizedTest
    @MethodSource("quotaRules")
    void quotaRuleThatIsTakenAway_isMissed(String rule) throws Exception {
        String bounds = switch (rule) {
            case "NOTHING_ABOVE_LIMIT" -> "-DLIMIT1=1 -DFILES=2";
            case "QUIESCE_BEFORE_COUNT" -> "-DSETS=1";
            default -> "-DSETS=0";
        };
        assertThat(ModelCheck.verdict("quota -DANY_REFUSAL " + bounds + " -DNO_" + rule))
                .isOne();
    }

    @ParameterizedTest
    @MethodSource("snapshotRules")
    void snapshotRuleThatIsTakenAway_isMissed(String rule) throws Exception {
        String bounds = switch (rule) {
            case "KEEP_WHAT_IS_REMOVED" -> "-DREMOVES=true";
            case "MADE_SINCE" -> "-DABSENT";
            case "NUMBER_ONCE", "CLEAN_UP_UNSHOWN" -> "-DTAKES=2 -DDELETES=1 -DWRITES=1 -DCLIMBS=0";
            case "LOCK_WHERE_SNAPSHOTS_ARE" -> "-DTAKES=2 -DWRITES=1";
            default -> "-DTAKES=1";
        };
        assertThat(ModelCheck.verdict("snapshot " + bounds + " -DNO_" + rule)).isOne();
    }

    /** While snapshots of the directory are allowed for the first time, too. */
    @ParameterizedTest
    @ValueSource(strings = "LOCK_ROOT_TO_CLIMB")
    void ruleThatIsTakenAway_isMissedWhileSnapshotsAreAllowed(String rule) throws Exception {
        assertThat(ModelCheck.verdict("snapshot -DALLOW -DWRITES=1 -DNO_" + rule))
                .isOne();
    }

    @ParameterizedTest
    @CsvSource({"quota, quotas.md", "snapshot, snapshots.md"})
    void rules_areOnThePage(String model, String page) throws IOException {
        assertThat(found(ROW, Files.readString(PAGES.resolve(page)))).isEqualTo(switches(model));
    }

    /** The rules that can be taken away from a model. */
    private static Set<String> switches(String model) throws IOException {
        String source = Files.readString(PAGES.resolve("protocols/" + model + ".pml"));
        return found(SWITCH, source.lines().filter(line -> line.startsWith("#")).collect(Collectors.joining("\n")));
    }

    private static Set<String> found(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
