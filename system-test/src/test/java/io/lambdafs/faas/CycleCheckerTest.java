package io.lambdafs.faas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The checker finds each kind of disorder, and nothing in histories that have an order. */
final class CycleCheckerTest {
    private static ListTransaction done(
            long number, long start, long end, Map<Integer, List<Long>> reads, Integer... appends) {
        return new ListTransaction(number, start, OptionalLong.of(end), reads, List.of(appends));
    }

    private static ListTransaction unknown(
            long number, long start, Map<Integer, List<Long>> reads, Integer... appends) {
        return new ListTransaction(number, start, OptionalLong.empty(), reads, List.of(appends));
    }

    private static String violation(ListTransaction... history) {
        return CycleChecker.violation(List.of(history)).orElse("");
    }

    @Test
    void whatHasAnOrder_isRight() {
        assertThat(violation(
                        done(1, 0, 10, Map.of(1, List.of()), 1),
                        done(2, 5, 15, Map.of(1, List.of(1L)), 1, 2),
                        done(9, 20, 30, Map.of(1, List.of(1L, 2L), 2, List.of(2L)))))
                .isEmpty();
    }

    @Test
    void lostUpdate_isFound() {
        assertThat(violation(
                        done(1, 0, 10, Map.of(1, List.of()), 1),
                        done(2, 0, 10, Map.of(1, List.of()), 1),
                        done(9, 20, 30, Map.of(1, List.of(2L)))))
                .contains("lacks what was committed");
    }

    @Test
    void writeSkew_isFound() {
        assertThat(violation(
                        done(1, 0, 10, Map.of(2, List.of()), 1),
                        done(2, 0, 10, Map.of(1, List.of()), 2),
                        done(9, 20, 30, Map.of(1, List.of(1L), 2, List.of(2L)))))
                .contains("have no order");
    }

    @Test
    void halfOfATransaction_isFound() {
        assertThat(violation(
                        done(1, 0, 10, Map.of(), 1, 2),
                        done(2, 0, 10, Map.of(1, List.of(1L), 2, List.of())),
                        done(9, 20, 30, Map.of(1, List.of(1L), 2, List.of(1L)))))
                .contains("have no order");
    }

    @Test
    void readOfThePast_isFound_onlyIfTheOtherHadEnded() {
        ListTransaction last = done(9, 50, 60, Map.of(1, List.of(1L)));
        assertThat(violation(done(1, 0, 10, Map.of(), 1), done(2, 11, 20, Map.of(1, List.of())), last))
                .contains("have no order");
        assertThat(violation(done(1, 0, 10, Map.of(), 1), done(2, 9, 20, Map.of(1, List.of())), last))
                .isEmpty();
    }

    @Test
    void listsThatDiffer_isFound() {
        assertThat(violation(
                        done(1, 0, 10, Map.of(), 1),
                        done(2, 0, 10, Map.of(), 1),
                        done(8, 20, 30, Map.of(1, List.of(1L, 2L))),
                        done(9, 20, 30, Map.of(1, List.of(2L, 1L)))))
                .contains("was read as");
    }

    @Test
    void transactionOfUnknownOutcome_isThereWhollyOrNotAtAll() {
        assertThat(violation(unknown(1, 0, Map.of(), 1, 2), done(9, 20, 30, Map.of(1, List.of(), 2, List.of()))))
                .isEmpty();
        assertThat(violation(unknown(1, 0, Map.of(), 1, 2), done(9, 20, 30, Map.of(1, List.of(1L), 2, List.of(1L)))))
                .isEmpty();
        assertThat(violation(unknown(1, 0, Map.of(), 1, 2), done(9, 20, 30, Map.of(1, List.of(1L), 2, List.of()))))
                .contains("lacks what was committed");
    }

    @Test
    void numberTwiceOrFromNowhere_isFound() {
        assertThat(violation(done(1, 0, 10, Map.of(), 1), done(9, 20, 30, Map.of(1, List.of(1L, 1L)))))
                .contains("a number twice");
        assertThat(violation(done(9, 20, 30, Map.of(1, List.of(7L))))).contains("which nobody appended");
    }

    /** One after the other, in any order, nothing is wrong; with two reads exchanged for older ones, something is. */
    @Test
    void randomSerialHistories_areRight_andWithAnOldReadTheyAreNot() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            List<List<Long>> files = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
            List<ListTransaction> history = new ArrayList<>();
            for (int i = 1; i <= 50; i++) {
                int read = random.nextInt(3);
                int appended = random.nextInt(3);
                history.add(done(i, 10L * i, 10L * i + 5, Map.of(read, List.copyOf(files.get(read))), appended));
                files.get(appended).add((long) i);
            }
            history.add(done(99, 1000, 1001, Map.of(0, files.get(0), 1, files.get(1), 2, files.get(2))));
            assertThat(CycleChecker.violation(history)).as("seed " + seed).isEmpty();
            int read = history.get(49).reads().keySet().iterator().next();
            List<Long> right = history.get(49).reads().getOrDefault(read, List.of());
            if (!right.isEmpty()) {
                history.set(
                        49,
                        done(
                                50,
                                500,
                                505,
                                Map.of(read, right.subList(0, right.size() - 1)),
                                history.get(49).appends().get(0)));
                assertThat(CycleChecker.violation(history)).as("seed " + seed).isPresent();
            }
        }
    }
}
