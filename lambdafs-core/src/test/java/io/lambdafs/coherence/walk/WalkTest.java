package io.lambdafs.coherence.walk;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.coherence.CoherenceRule;
import io.lambdafs.coherence.ProtocolRules;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * With all rules no walk goes wrong; without any one of them, some does. {@code -Dwalks=N -Dwalks.from=S} choose the walks
 * with all rules.
 */
final class WalkTest {
    private static final long CLEAN_WALKS = 3_000;

    /** Bounds the search only: it ends at the first walk that goes wrong. */
    private static final long MOST_WALKS = 20_000;

    /** To save time, the search begins near a walk that was seen to go wrong; any would do. */
    private static final Map<CoherenceRule, Long> FIRST = Map.of(CoherenceRule.FENCE_BEFORE_LEAVING_VIEW, 13_800L);

    @Test
    void withAllRules_noWalkGoesWrong() {
        long walks = Long.getLong("walks", CLEAN_WALKS);
        assertThat(firstFailure(ProtocolRules.ALL, Long.getLong("walks.from", 1), walks))
                .isEmpty();
    }

    /** All rules but those about what the core does not know of: the marks of rows, and instances that are no members. */
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {
                "MARK_BEFORE_TIMES",
                "VALIDATE_BEFORE_READ",
                "ASK_AFTER_ARRIVAL",
                "VALIDATE_BEFORE_FILL",
                "JOIN_TO_WRITE"
            })
    void ruleThatIsRemoved_isMissed(CoherenceRule rule) {
        Optional<String> failure = firstFailure(ProtocolRules.without(rule), FIRST.getOrDefault(rule, 1L), MOST_WALKS);
        System.out.println(rule + ": " + failure.orElse("nothing"));
        assertThat(failure).isPresent();
    }

    private static Optional<String> firstFailure(ProtocolRules rules, long from, long walks) {
        for (long seed = from; seed < from + walks; seed++) {
            try {
                ProtocolWalk.walk(seed, rules);
            } catch (WalkFailure wrong) {
                return Optional.of("walk " + seed + ": " + wrong.getMessage());
            }
        }
        return Optional.empty();
    }
}
