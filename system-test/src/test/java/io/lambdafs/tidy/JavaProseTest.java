package io.lambdafs.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class JavaProseTest {
    @Test
    void commentsOfAllKinds_areRead_withTheirLines() {
        assertThat(JavaProse.sentences("""
                        /** A class. It has
                         * a field. */
                        class A {
                            /*
                             * Of a block
                             * comment. More.
                             */
                            int a = 4 / 2; // Behind code.

                            // A line
                            // and its rest.

                            // After a gap
                            int b;
                        }
                        """))
                .containsExactly(
                        new Sentence(1, "A class."),
                        new Sentence(1, "It has a field."),
                        new Sentence(5, "Of a block comment."),
                        new Sentence(6, "More."),
                        new Sentence(8, "Behind code."),
                        new Sentence(10, "A line and its rest."),
                        new Sentence(13, "After a gap"));
    }

    @Test
    void literals_areNoComments() {
        assertThat(texts("""
                        String url = "https://example.org/"; // A string.
                        String quoted = "a \\" // b /* c"; // Another one.
                        char quote = '"'; // A quote.
                        char apostrophe = '\\''; // An apostrophe.
                        String block = \"""
                                // No comment, " or \\\""" either.
                                \"""; // The last.
                        """)).containsExactly("A string.", "Another one.", "A quote.", "An apostrophe.", "The last.");
    }

    @Test
    void blockTags_beginASentence_withoutTheirNames() {
        assertThat(JavaProse.sentences("""
                        /**
                         * Reads it
                         *
                         * @param name who is asked
                         * @param <T> its type,
                         *     or none
                         * @return what was read
                         * @throws IOException if it is lost
                         * @see java.util.List of things
                         */
                        """))
                .containsExactly(
                        new Sentence(2, "Reads it"),
                        new Sentence(4, "who is asked"),
                        new Sentence(5, "its type, or none"),
                        new Sentence(7, "what was read"),
                        new Sentence(8, "if it is lost"));
    }

    @Test
    void inlineTags_areOnePieceOfCode() {
        assertThat(texts("""
                        /**
                         * Ends with {@code a {b} c. D}, {@link java.util.List
                         * a list} or <code>a b. C</code>. See {@value #X}.
                         */
                        """)).containsExactly("Ends with `…`, `…` or `…`.", "See `…`.");
    }

    @Test
    void html_separatesParagraphs_andIsNoText() {
        assertThat(JavaProse.sentences("""
                        /**
                         * First
                         *
                         * <p><b>Second</b> is &lt; third:
                         * <ul>
                         *   <li>an item
                         *   <li class="a">another
                         * </ul>
                         * <pre>
                         *   some code.
                         * </pre>
                         * The end
                         */
                        """))
                .containsExactly(
                        new Sentence(2, "First"),
                        new Sentence(4, "Second is  third:"),
                        new Sentence(6, "an item"),
                        new Sentence(7, "another"),
                        new Sentence(12, "The end"));
    }

    @Test
    void addresses_areWords() {
        assertThat(texts("// See https://example.org/a.html#b and //host. End."))
                .containsExactly("See https://example.org/a.html#b and //host.", "End.");
    }

    private static List<String> texts(String java) {
        return JavaProse.sentences(java).stream().map(Sentence::text).toList();
    }
}
