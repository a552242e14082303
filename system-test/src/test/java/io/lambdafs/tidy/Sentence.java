package io.lambdafs.tidy;

import java.util.regex.Pattern;

/**
 * One sentence of a Markdown page.
 *
 * @param line the line of the page on which it begins, from 1
 * @param text its words, without markup; each piece of inline code is {@link Prose#CODE}
 */
record Sentence(int line, String text) {
    private static final Pattern GAP = Pattern.compile("\\s+");
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}…]");

    /** How many words it has. A piece of inline code is one word, and a lone punctuation mark is none. */
    int words() {
        return (int) GAP.splitAsStream(text)
                .filter(piece -> WORD.matcher(piece).find())
                .count();
    }
}
