package io.lambdafs.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The models hold within small bounds, and each rule that is taken away is missed; docs/protocols has larger bounds. */
@Execution(ExecutionMode.CONCURRENT)
final class ModelCheckTest {
    private static final Path ROOT = ModelCheck.ROOT;
    private static final int TOOL_MISSING = ModelCheck.TOOL_MISSING;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "coherence -DALONE",
                "coherence -DALONE -DMARKED",
                "coherence -DMARKED -DREADER1=0",
                "coherence -DALONE -DWRITER0=1 -DREADER0=0 -DLEAVES=1",
                "coherence -DVALIDATES=2 -DREADS=0 -DLOSSES=0",
                "subtree",
                "subtree -DALONE -DLEADER=1 -DCREATES=2",
                "subtree -DDOUBTS=1 -DCREATES=2",
                "permission -DCREATES=2",
                "permission -DALONE -DLEADER=1 -DCREATES=2",
                "lone"
            })
    void model_holds(String check) throws Exception {
        assertThat(ModelCheck.verdict(check)).as(check).isZero();
    }

    /** Those with the most states. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "coherence -DWRITES=2",
                "coherence -DDOUBTS=1",
                "coherence -DLEAVES=1",
                "permission -DDOUBTS=1 -DCREATES=2"
            })
    @Tag("extended")
    void largeModel_holds(String check) throws Exception {
        assertThat(ModelCheck.verdict(check)).as(check).isZero();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PREFIX_BY_COMPONENT")
    void ruleThatIsTakenAway_isMissed(CoherenceRule rule) throws Exception {
        String check = whereItIsMissed(rule) + " -DNO_" + rule;
        assertThat(ModelCheck.verdict(check)).as(check).isOne();
    }

    /** Of a design that is not built, so that its rules are none of the code's yet. */
    @ParameterizedTest
    @ValueSource(strings = {"LOOK_AFTER_REGISTERING", "MARK_BEFORE_LOOKING", "FENCE_LONE"})
    void ruleOfLoneWritersThatIsTakenAway_isMissed(String rule) throws Exception {
        assertThat(ModelCheck.verdict("lone -DNO_" + rule)).isOne();
    }

    /** A prefix has no components in a model, see {@link PendingScopesTest}. */
    private static String whereItIsMissed(CoherenceRule rule) {
        return switch (rule) {
            case QUIESCE_BEFORE_ACK,
                    REFUSE_BELOW_PENDING,
                    FENCE_BEFORE_SUBTREE,
                    FENCE_BEFORE_LEAVING_VIEW,
                    WRITE_AFTER_JOIN -> "subtree -DDOUBTS=1 -DCREATES=2";
            case TURN_BACK_CROSSED, AWAIT_SEALED, LOCK_BELOW_PENDING -> "permission -DCREATES=2";
            case MARK_BEFORE_TIMES -> "coherence -DMARKED";
            case PENDING_WHILE_IN_DOUBT -> "coherence -DDOUBTS=1";
            case PENDING_AT_JOIN -> "coherence -DREADER0=0";
            case VALIDATE_BEFORE_READ, ASK_AFTER_ARRIVAL, VALIDATE_BEFORE_FILL ->
                "coherence -DVALIDATES=2 -DREADS=0 -DLOSSES=0";
            case JOIN_TO_WRITE -> "coherence -DALONE -DWRITER0=1 -DREADER0=0";
            default -> "coherence -DALONE";
        };
    }

    @Test
    void toolThatIsMissing_isSaidInOneLine() throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                        "/bin/bash", ROOT.resolve(".mvn/tool.sh").toString(), "spin")
                .redirectErrorStream(true);
        builder.environment().put("PATH", "/nonexistent");
        builder.environment().put("LAMBDAFS_TOOLS", "found");
        Process process = builder.start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isEqualTo(TOOL_MISSING);
        assertThat(printed).matches("spin is not there .* left out; install spin .*\\n");
    }
}
