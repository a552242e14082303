package io.lambdafs.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The sentences of the comments of a Java file.
 *
 * <p>Each comment becomes Markdown, which {@link Prose} reads. Line comments without a gap between them are one comment. A block tag such
 * as {@code @param}, with its name, and HTML that begins a paragraph or an item begin a new sentence. An inline tag is a piece of code.
 */
final class JavaProse {
    /** Literals are matched as well, so that text in them that looks like a comment is not read. */
    private static final Pattern LITERAL_OR_COMMENT = Pattern.compile("(?s)\"\"\"(?:[^\"\\\\]|\\\\.|\"(?!\"\"))*+\"\"\""
            + "|\"(?:[^\"\\\\\n]|\\\\.)*+\""
            + "|'(?:[^'\\\\\n]|\\\\.)++'"
            + "|(?<block>/\\*.*?\\*/)"
            + "|(?<lines>//[^\n]*+(?:\n[ \t]*+//[^\n]*+)*+)");

    private static final Pattern SLASHES = Pattern.compile("(?m)^[ \t]*//+");
    private static final Pattern BEGIN = Pattern.compile("^/\\*+");
    private static final Pattern END = Pattern.compile("\\*+/$");
    private static final Pattern STARS = Pattern.compile("(?m)^[ \t]*\\*+(?=\\s|$)");
    private static final Pattern INDENTATION = Pattern.compile("(?m)^[ \t]+");

    private static final Pattern CODE =
            Pattern.compile("\\{@[a-zA-Z]+(?:[^{}]|\\{(?:[^{}]|\\{[^{}]*+\\})*+\\})*+\\}|(?s:<code>.*?</code>)");
    private static final Pattern PREFORMATTED = Pattern.compile("(?s)<pre>.*?</pre>");
    private static final Pattern PARAGRAPH = Pattern.compile(
            "</?(?:p|ul|ol|li|dl|dt|dd|table|caption|tr|td|th|thead|tbody|blockquote|h[1-6])\\b[^<>]*>");
    private static final Pattern BLOCK_TAG =
            Pattern.compile("(?m)^@(?:param\\s+\\S+|(?:throws|exception)\\s+\\S+|see\\b.*|[a-z]+\\b)");
    private static final Pattern OTHER_MARKUP =
            Pattern.compile("</?(?:a|b|br|em|i|kbd|strong|sub|sup|tt|var)\\b[^<>]*>|&#?[a-zA-Z0-9]+;");

    /** Stands for the end of a paragraph, in the line in which the next one begins. */
    private static final String BREAK = "\f";

    private JavaProse() {}

    /** The sentences of all comments, in their order, with their lines in the file. */
    static List<Sentence> sentences(String java) {
        List<Sentence> sentences = new ArrayList<>();
        Matcher found = LITERAL_OR_COMMENT.matcher(java);
        int line = 1;
        int counted = 0;
        while (found.find()) {
            String block = found.group("block");
            String lines = found.group("lines");
            line += newlines(java.substring(counted, found.start()));
            counted = found.start();
            if (block != null) {
                String text = END.matcher(BEGIN.matcher(block).replaceFirst("")).replaceFirst("");
                add(sentences, line, STARS.matcher(text).replaceAll(""));
            } else if (lines != null) {
                add(sentences, line, SLASHES.matcher(lines).replaceAll(""));
            }
        }
        return List.copyOf(sentences);
    }

    private static void add(List<Sentence> sentences, int begin, String comment) {
        String text = INDENTATION.matcher(comment).replaceAll("");
        text = replaced(PREFORMATTED, text, BREAK);
        text = replaced(CODE, text, Prose.CODE);
        text = replaced(PARAGRAPH, text, BREAK);
        text = replaced(BLOCK_TAG, text, BREAK);
        text = replaced(OTHER_MARKUP, text, "");
        int line = begin;
        for (String paragraph : text.split(BREAK, -1)) {
            for (Sentence sentence :
                    Prose.sentences(INDENTATION.matcher(paragraph).replaceAll(""))) {
                sentences.add(new Sentence(line + sentence.line() - 1, sentence.text()));
            }
            line += newlines(paragraph);
        }
    }

    /** Keeps the line breaks, by which the sentences' lines are counted. */
    private static String replaced(Pattern markup, String text, String replacement) {
        return markup.matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement("\n".repeat(newlines(found.group())) + replacement));
    }

    private static int newlines(String text) {
        return (int) text.chars().filter(character -> character == '\n').count();
    }
}
