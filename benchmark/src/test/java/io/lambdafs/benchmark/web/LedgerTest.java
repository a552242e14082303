package io.lambdafs.benchmark.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One post that was acknowledged, and one whose answer was lost. */
final class LedgerTest {
    private static final String ONE_POST = "[{'id': 1, 'comments': 0}]";
    private static final String TWO_POSTS = "[{'id': 1, 'comments': 0}, {'id': 2, 'comments': 0}]";

    private final Ledger ledger = new Ledger();

    @BeforeEach
    void ask() {
        ledger.asked(Visit.post("a"));
        ledger.acknowledged(Visit.post("a"));
        ledger.asked(Visit.post("b"));
    }

    @Test
    void postWhoseAnswerWasLost_mayBeThereOrNot() throws IOException {
        assertThat(wrong("{'integrity': 'ok', 'keys': ['a']}", ONE_POST)).isEmpty();
        assertThat(wrong("{'integrity': 'ok', 'keys': ['b', 'a']}", TWO_POSTS)).isEmpty();
    }

    @Test
    void acknowledgedPostThatIsMissing_isWrong() throws IOException {
        assertThat(wrong("{'integrity': 'ok', 'keys': ['b']}", ONE_POST))
                .singleElement()
                .asString()
                .contains("missing: [a]");
        assertThatThrownBy(() -> ledger.requireKept(json("{'integrity': 'ok', 'keys': ['b']}"), json(ONE_POST)))
                .isInstanceOf(IOException.class);
    }

    @Test
    void postThatIsThereTwice_isWrong() throws IOException {
        assertThat(wrong("{'integrity': 'ok', 'keys': ['a', 'a']}", TWO_POSTS)).hasSize(1);
        assertThat(wrong("{'integrity': 'ok', 'keys': ['a']}", TWO_POSTS)).hasSize(1);
    }

    @Test
    void postThatNobodySent_isWrong() throws IOException {
        assertThat(wrong("{'integrity': 'ok', 'keys': ['a', 'c']}", TWO_POSTS))
                .singleElement()
                .asString()
                .contains("nobody sent: [c]");
    }

    @Test
    void fileToWhichSqliteObjects_isWrong() throws IOException {
        assertThat(wrong("{'integrity': 'wrong # of entries', 'keys': ['a']}", ONE_POST))
                .hasSize(1);
        assertThat(wrong("{'keys': ['a']}", ONE_POST)).hasSize(1);
    }

    @Test
    void comments_areThoseThatWereAcknowledgedAndPerhapsThoseThatWereSent() throws IOException {
        Visit comment = new Visit(Visit.Kind.COMMENT, "c", Visit.check());
        ledger.asked(comment);
        String none = "{'integrity': 'ok', 'keys': ['a']}";
        assertThat(wrong(none, ONE_POST)).isEmpty();
        assertThat(wrong(none, "[{'id': 1, 'comments': 1}]")).isEmpty();
        assertThat(wrong(none, "[{'id': 1, 'comments': 2}]")).hasSize(1);

        ledger.acknowledged(comment);
        assertThat(wrong(none, ONE_POST)).hasSize(1);
    }

    private List<String> wrong(String check, String home) throws IOException {
        return ledger.wrong(json(check), json(home));
    }

    private static JsonNode json(String text) throws JsonProcessingException {
        return new ObjectMapper().readTree(text.replace('\'', '"'));
    }
}
