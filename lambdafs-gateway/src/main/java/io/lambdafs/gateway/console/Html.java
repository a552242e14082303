package io.lambdafs.gateway.console;

import java.util.List;
import java.util.Locale;

/** HTML that is being written. Every text is escaped. Used by one thread. */
final class Html {
    /** Begins the name of a column of numbers, which are aligned at their ends. */
    private static final String NUMBERS = "#";

    private static final double FULL = 100;

    private final StringBuilder out = new StringBuilder();
    private List<String> columns = List.of();
    private int column;

    /** Begins an element; attributes are pairs of a name and a value. */
    Html open(String tag, String... attributes) {
        out.append('<').append(tag);
        for (int i = 0; i + 1 < attributes.length; i += 2) {
            out.append(' ').append(attributes[i]).append("=\"");
            escape(attributes[i + 1]);
            out.append('"');
        }
        out.append('>');
        return this;
    }

    /** Ends an element. */
    Html close(String tag) {
        out.append("</").append(tag).append(">\n");
        return this;
    }

    /** Adds text. */
    Html text(Object text) {
        escape(String.valueOf(text));
        return this;
    }

    /** Adds an element that has text only. */
    Html element(String tag, Object text, String... attributes) {
        return open(tag, attributes).text(text).close(tag);
    }

    /** Adds a link. */
    Html link(String address, Object text) {
        return element("a", text, "href", address);
    }

    /** Begins a table with these columns; {@code #} begins the name of one that has numbers. */
    Html table(String... names) {
        columns = List.of(names);
        column = 0;
        open("div", "class", "scroll").open("table").open("thead").open("tr");
        for (String name : names) {
            String shown = name.startsWith(NUMBERS) ? name.substring(NUMBERS.length()) : name;
            element("th", shown, cellAttributes());
        }
        return close("tr").close("thead").open("tbody");
    }

    /** Adds a row of a table. */
    Html row(Object... cells) {
        openRow();
        for (Object cell : cells) {
            cell(cell);
        }
        return closeRow();
    }

    /** Begins a row whose cells come one by one. */
    Html openRow() {
        column = 0;
        return open("tr");
    }

    /** Adds a cell that has text only. */
    Html cell(Object text) {
        return element("td", text, cellAttributes());
    }

    /** Begins a cell; {@code close("td")} ends it. */
    Html openCell() {
        return open("td", cellAttributes());
    }

    Html closeRow() {
        return close("tr");
    }

    private String[] cellAttributes() {
        boolean numbers = column < columns.size() && columns.get(column).startsWith(NUMBERS);
        column++;
        return numbers ? new String[] {"class", "n"} : new String[0];
    }

    /** Ends a table. */
    Html endTable() {
        return close("tbody").close("table").close("div");
    }

    /** Adds a list of figures; {@link #card} adds one, {@code close("ul")} ends it. */
    Html cards() {
        return open("ul", "class", "cards");
    }

    /** Adds a figure with its name. */
    Html card(String name, Object value) {
        return open("li").element("span", name).element("b", value).close("li");
    }

    /** Adds a bar that is filled as far as a part is of the whole. */
    Html bar(long part, long whole) {
        double share = whole <= 0 ? 0 : Math.max(0, Math.min(1, (double) part / whole));
        open("svg", "class", "bar", "viewBox", "0 0 100 1", "preserveAspectRatio", "none", "aria-hidden", "true");
        String width = String.format(Locale.ROOT, "%.1f", FULL * share);
        return open("rect", "width", width, "height", "1").close("rect").close("svg");
    }

    /** Adds what another one has. */
    Html add(Html other) {
        out.append(other.out);
        return this;
    }

    private void escape(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.append(c < ' ' ? ' ' : c);
            }
        }
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
