package io.lambdafs.faas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What instances say of their transactions is what is heard of them, however little they repeat. */
final class ListHistoryTest {
    private final ListHistory history = new ListHistory();
    private final ListHistory.Speaker speaker = new ListHistory.Speaker();

    private List<Map<Integer, List<Long>>> readsOf(List<ListTransaction> transactions) {
        return transactions.stream().map(ListTransaction::reads).toList();
    }

    @Test
    void readsThatGoOn_areSaidOnce_andHeardWhole() {
        String first = speaker.ended(1, 10, Map.of(3, List.of(7L, 8L)));
        String second = speaker.ended(2, 20, Map.of(3, List.of(7L, 8L, 9L)));

        history.heard(Stream.of(speaker.begins(1, 5, List.of()), first, speaker.begins(2, 15, List.of(3)), second));

        assertThat(second).endsWith(" 3=more:9");
        assertThat(readsOf(history.transactions()))
                .containsExactly(Map.of(3, List.of(7L, 8L)), Map.of(3, List.of(7L, 8L, 9L)));
    }

    @Test
    void readsThatContradict_areHeardAsTheyWere() {
        ListHistory.Speaker other = new ListHistory.Speaker();
        history.heard(Stream.of(
                speaker.begins(1, 5, List.of()),
                speaker.ended(1, 10, Map.of(3, List.of(7L, 8L))),
                speaker.begins(2, 15, List.of()),
                speaker.ended(2, 20, Map.of(3, List.of(8L)))));
        history.heard(Stream.of(other.begins(3, 25, List.of()), other.ended(3, 30, Map.of(3, List.of(7L, 9L)))));

        assertThat(readsOf(history.transactions()))
                .containsExactly(Map.of(3, List.of(7L, 8L)), Map.of(3, List.of(8L)), Map.of(3, List.of(7L, 9L)));
        assertThat(CycleChecker.violation(history.transactions())).isPresent();
    }

    @Test
    void shorterRead_isAPrefix_thoughTheListGrew() {
        ListHistory.Speaker other = new ListHistory.Speaker();
        history.heard(Stream.of(speaker.begins(1, 5, List.of()), speaker.ended(1, 10, Map.of(3, List.of(7L, 8L, 9L)))));
        history.heard(Stream.of(other.begins(2, 5, List.of()), other.ended(2, 10, Map.of(3, List.of(7L)))));

        assertThat(readsOf(history.transactions()))
                .containsExactly(Map.of(3, List.of(7L, 8L, 9L)), Map.of(3, List.of(7L)));
    }
}
