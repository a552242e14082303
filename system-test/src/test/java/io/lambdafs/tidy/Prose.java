package io.lambdafs.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The sentences of a Markdown page.
 *
 * <p>Code blocks, tables, headings, comments and the targets of links are no prose. An item of a list begins a new sentence, as a
 * paragraph does. A full stop, an exclamation mark or a question mark ends a sentence, unless a lowercase word follows or the stop
 * belongs to an abbreviation.
 */
final class Prose {
    /** Stands for a piece of inline code. */
    static final String CODE = "`…`";

    private static final Pattern FENCE = Pattern.compile("^\\s*(?:```|~~~).*");
    private static final Pattern NOT_PROSE = Pattern.compile("^\\s*(?:\\||#{1,6} |<|\\[[^\\]]+\\]: ).*");
    private static final Pattern INDENTED_CODE = Pattern.compile("^(?: {4}|\\t).*");
    private static final Pattern ITEM = Pattern.compile("^\\s*(?:[-*+]|\\d+[.)])\\s+(.*)");
    private static final Pattern QUOTE = Pattern.compile("^\\s*>\\s?(.*)");

    private static final Pattern INLINE_CODE = Pattern.compile("(`+)(?!`).+?(?<!`)\\1(?!`)", Pattern.DOTALL);
    private static final Pattern IMAGE = Pattern.compile("!\\[[^\\]]*\\]\\([^)]*\\)");
    private static final Pattern LINK = Pattern.compile("\\[([^\\]]*)\\]\\([^)]*\\)");
    private static final Pattern EMPHASIS = Pattern.compile("\\*+|(?<![\\p{L}\\p{N}])_+|_+(?![\\p{L}\\p{N}])");

    /** A title in bold that begins a paragraph is a heading, though Markdown has none such. */
    private static final Pattern RUN_IN_HEADING = Pattern.compile("^\\*\\*[^*]+[.:!?]\\*\\*(?=\\s)");

    private static final Pattern END = Pattern.compile(
            "\\s+·\\s+|(?<!\\be\\.g\\.)(?<!\\bi\\.e\\.)(?<!\\bvs\\.)(?<!\\bcf\\.)(?<=[.!?][\"”’)]{0,2})\\s+(?!\\p{Ll}(?!FS))");

    private final List<Sentence> sentences = new ArrayList<>();
    private final StringBuilder block = new StringBuilder();
    private int blockBegin;

    private Prose() {}

    /** The sentences of this page, in their order. */
    static List<Sentence> sentences(String markdown) {
        Prose prose = new Prose();
        prose.read(markdown.split("\n", -1));
        return List.copyOf(prose.sentences);
    }

    private void read(String[] lines) {
        boolean fenced = false;
        boolean list = false;
        for (int i = 0; i < lines.length; i++) {
            String line = lines[i];
            boolean fence = FENCE.matcher(line).matches();
            Matcher item = ITEM.matcher(line);
            boolean begins = block.length() == 0;
            if (fence || fenced || line.isBlank() || NOT_PROSE.matcher(line).matches()) {
                endBlock();
                fenced ^= fence;
            } else if (begins && !list && INDENTED_CODE.matcher(line).matches()) {
                endBlock();
            } else if (item.matches()) {
                endBlock();
                list = true;
                add(i + 1, item.group(1));
            } else {
                list &= !begins || line.startsWith(" ");
                Matcher quote = QUOTE.matcher(line);
                add(i + 1, quote.matches() ? quote.group(1) : line);
            }
        }
        endBlock();
    }

    private void add(int line, String text) {
        if (block.length() == 0) {
            blockBegin = line;
        }
        block.append(text.strip()).append('\n');
    }

    private void endBlock() {
        String text = withoutMarkup(block.toString());
        int line = blockBegin;
        int begin = 0;
        Matcher end = END.matcher(text);
        while (begin < text.length()) {
            boolean found = end.find();
            int stop = found ? end.start() : text.length();
            String sentence = text.substring(begin, stop);
            if (!sentence.isBlank()) {
                sentences.add(new Sentence(line, sentence.strip().replace('\n', ' ')));
            }
            int next = found ? end.end() : text.length();
            line += newlines(text.substring(begin, next));
            begin = next;
        }
        block.setLength(0);
    }

    /** Keeps the line breaks, by which the sentences' lines are counted. */
    private static String withoutMarkup(String text) {
        String withoutHeading =
                RUN_IN_HEADING.matcher(text).replaceFirst(heading -> "\n".repeat(newlines(heading.group())));
        String withoutCode =
                INLINE_CODE.matcher(withoutHeading).replaceAll(code -> CODE + "\n".repeat(newlines(code.group())));
        String withoutImages = IMAGE.matcher(withoutCode).replaceAll(image -> "\n".repeat(newlines(image.group())));
        String withoutTargets = LINK.matcher(withoutImages)
                .replaceAll(link -> Matcher.quoteReplacement(link.group(1))
                        + "\n".repeat(newlines(link.group()) - newlines(link.group(1))));
        return EMPHASIS.matcher(withoutTargets).replaceAll("");
    }

    private static int newlines(String text) {
        return (int) text.chars().filter(character -> character == '\n').count();
    }
}
