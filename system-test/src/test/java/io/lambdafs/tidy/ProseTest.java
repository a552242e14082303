package io.lambdafs.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ProseTest {
    @Test
    void sentences_endAtAStopThatIsFollowedByABeginning() {
        assertThat(
                        texts(
                                "One ends. λFS begins the second! `code` begins the third? 4 begins the fourth. (So does this.) \"And this.\" End."))
                .containsExactly(
                        "One ends.",
                        "λFS begins the second!",
                        "`…` begins the third?",
                        "4 begins the fourth.",
                        "(So does this.)",
                        "\"And this.\"",
                        "End.");
    }

    @Test
    void otherDots_endNoSentence() {
        assertThat(
                        texts(
                                "Version 3.5.0 takes 1.5 s, e.g. Hadoop's, i.e. HDFS's. A semicolon; a colon: neither ends it."))
                .containsExactly(
                        "Version 3.5.0 takes 1.5 s, e.g. Hadoop's, i.e. HDFS's.",
                        "A semicolon; a colon: neither ends it.");
    }

    @Test
    void whatIsNoProse_isLeftOut() {
        assertThat(texts("""
                        # A heading. Of two

                        Text.

                        ```
                        A block.

                        Still it.
                        ```
                        | a | table. |
                        |---|---|
                        <!-- a comment. -->

                            indented code.

                        ~~~
                        more
                        ~~~
                        More text.

                        [name]: https://example.org/
                        """)).containsExactly("Text.", "More text.");
    }

    @Test
    void codeIsOneWord_andLinksAreTheirTexts() {
        assertThat(
                        texts(
                                "See [the page](a/b.md#c.) of `one. Two`, ``a ` b`` and ![an image. Really](x.png) **it**, _too_ or snake_case."))
                .containsExactly("See the page of `…`, `…` and  it, too or snake_case.");
    }

    @Test
    void itemsOfLists_areSentencesOfTheirOwn() {
        assertThat(texts("A list:\n- one\n  goes on\n* two\n\n    with a paragraph\n1. three\n\nEnd · or · not"))
                .containsExactly("A list:", "one goes on", "two", "with a paragraph", "three", "End", "or", "not");
    }

    @Test
    void aTitleInBold_isAHeading() {
        assertThat(texts("**Who calls.** A client calls. **Not this.**\n\n- **Who may.** Users."))
                .containsExactly("A client calls.", "Not this.", "Users.");
        assertThat(texts("**Nothing** is said.")).containsExactly("Nothing is said.");
    }

    @Test
    void aSentence_knowsTheLineOnWhichItBegins() {
        List<Sentence> sentences = Prose.sentences(
                "# Title\n\nOne is `on\nthree`. Two is\non [four\nand five](x\n). Three is on seven.\n> Four.\n");
        assertThat(sentences).extracting(Sentence::line).containsExactly(3, 4, 7, 8);
        assertThat(sentences).extracting(Sentence::words).containsExactly(3, 6, 4, 1);
    }

    private static List<String> texts(String markdown) {
        return Prose.sentences(markdown).stream().map(Sentence::text).toList();
    }
}
