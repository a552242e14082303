package io.lambdafs.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.fs.QuotaCounts;
import io.lambdafs.quota.EscrowModel.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The rule of escrow counters, in every order of a few writers' steps and at random with many shards. */
final class EscrowTest {
    private static final List<List<Integer>> GROWING = List.of(List.of(1, 1), List.of(1, 1), List.of(1));
    private static final List<List<Integer>> MIXED = List.of(List.of(1, -1, 1), List.of(1, 1), List.of(-1, 1));
    private static final List<List<Integer>> FALLING = List.of(List.of(-3, 1), List.of(1, -2), List.of(1));

    @ParameterizedTest
    @CsvSource({"0, 0", "0, 2", "1, 2", "2, 2", "0, 3", "0, 9", "4, 2", "7, 2"})
    void limit_isKeptInEveryOrder(long used, long limit) {
        for (List<List<Integer>> scripts : List.of(GROWING, MIXED, FALLING)) {
            EscrowModel model = new EscrowModel(limit, scripts, Set.of());
            assertThat(model.explore(used)).as("%s", scripts).isEmpty();
            assertThat(model.states()).isGreaterThan(100);
        }
    }

    @ParameterizedTest
    @EnumSource
    void ruleThatIsRemoved_isMissed(Rule rule) {
        int used = rule == Rule.NO_ALLOWANCE_ABOVE_LIMIT ? 5 : 0;
        List<List<Integer>> scripts = rule == Rule.NO_ALLOWANCE_ABOVE_LIMIT ? FALLING : GROWING;
        EscrowModel model = new EscrowModel(2, scripts, Set.of(rule));
        assertThat(model.explore(used)).isPresent();
    }

    @Test
    void room_isFoundByEveryWriter() {
        EscrowModel model = new EscrowModel(4, List.of(List.of(1, 1), List.of(1, 1)), Set.of());
        assertThat(model.explore(0)).isEmpty();
        // Nobody is refused while there is room, in whichever shard it is.
        assertThat(model.finalUses()).containsExactly(4L);
    }

    @Test
    void whatIsFreed_isRoomForAnother() {
        EscrowModel model = new EscrowModel(3, List.of(List.of(-1), List.of(1)), Set.of());
        assertThat(model.explore(3)).isEmpty();
        // The second is refused only where it comes first.
        assertThat(model.finalUses()).containsExactlyInAnyOrder(2L, 3L);
    }

    /** Charges of one or of all shards, as they come: the sum is what a counter would say, and never exceeds the limits. */
    @ParameterizedTest
    @CsvSource({"1", "2", "3", "4", "5"})
    void countsOfManyDimensions_areThoseOfACounter(long seed) {
        RandomGenerator random = new Random(seed);
        QuotaCounts limits = QuotaCounts.NO_LIMITS.with(QuotaCounts.NAMES, 40).with(4, 1000);
        List<QuotaShard> shards = Escrow.divided(empty(), limits);
        QuotaCounts counted = QuotaCounts.ZERO;
        int refused = 0;
        for (int i = 0; i < 5_000; i++) {
            int own = random.nextInt(QuotaLedger.SHARDS);
            QuotaCounts delta = QuotaCounts.of(random.nextInt(-2, 4), random.nextInt(-100, 200))
                    .with(4, random.nextInt(-60, 90));
            QuotaShard alone = Escrow.alone(shards.get(own), delta).orElse(null);
            boolean exceeded = Escrow.exceeded(counted, limits, delta).isPresent();
            if (alone != null) {
                assertThat(exceeded).isFalse();
                shards = new ArrayList<>(shards);
                shards.set(own, alone);
                counted = counted.plus(delta);
            } else if (exceeded) {
                refused++;
            } else {
                List<QuotaShard> changed = new ArrayList<>(shards);
                changed.set(own, changed.get(own).plus(delta));
                shards = Escrow.divided(changed, limits);
                counted = counted.plus(delta);
            }
            assertThat(Escrow.sum(shards)).isEqualTo(counted);
        }
        assertThat(refused).isPositive();
        assertThat(counted.names()).isLessThanOrEqualTo(40);
    }

    private static List<QuotaShard> empty() {
        List<QuotaShard> shards = new ArrayList<>();
        for (int index = 0; index < QuotaLedger.SHARDS; index++) {
            shards.add(new QuotaShard(QuotaCounts.ZERO, QuotaCounts.ZERO));
        }
        return shards;
    }

    @Test
    void largestLimits_doNotOverflow() {
        QuotaCounts limits = QuotaCounts.of(Long.MAX_VALUE - 1, Long.MAX_VALUE - 1);
        List<QuotaShard> shards = Escrow.divided(empty(), limits);
        QuotaCounts delta = QuotaCounts.of(1, Long.MAX_VALUE / 2);
        assertThat(Escrow.alone(shards.get(0), delta)).isEmpty();
        assertThat(Escrow.exceeded(Escrow.sum(shards), limits, delta)).isEmpty();
        assertThat(Escrow.exceeded(QuotaCounts.of(0, Long.MAX_VALUE / 2 + 2), limits, delta))
                .hasValue(QuotaCounts.SPACE);
    }

    @Test
    void shard_isReadAsItWasWritten() {
        QuotaShard shard = new QuotaShard(
                QuotaCounts.of(-1, 2, 3, 4, 5, 6, 7, 8),
                QuotaCounts.of(QuotaShard.ANY, QuotaShard.NOTHING, 0, 1, 2, 3, 4, 5));
        assertThat(QuotaShard.decode(shard.encode())).isEqualTo(shard);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 B",
        "1023, 1023 B",
        "1024, 1 KB",
        "1536, 1.50 KB",
        "1048575, 1.00 MB",
        "1073741824, 1 GB",
        "9223372036854775807, 8.00 EB"
    })
    void sizes_areWrittenAsHdfsDoes(long bytes, String text) {
        assertThat(QuotaRefusal.size(bytes)).isEqualTo(text);
    }
}
