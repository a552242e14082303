package io.lambdafs.benchmark.plot;

/** Text within SVG and HTML. */
final class Markup {
    private Markup() {}

    /** The text with what means something in markup replaced. */
    static String escape(String text) {
        StringBuilder escaped = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                default -> escaped.append(c < ' ' && c != '\n' ? ' ' : c);
            }
        }
        return escaped.toString();
    }
}
