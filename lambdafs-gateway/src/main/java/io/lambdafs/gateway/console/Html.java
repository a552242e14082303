package io.lambdafs.gateway.console;

/** HTML that is being written. Every text is escaped. Used by one thread. */
final class Html {
    private final StringBuilder out = new StringBuilder();

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

    /** Begins a table with these columns. */
    Html table(String... columns) {
        open("table").open("thead").open("tr");
        for (String column : columns) {
            element("th", column);
        }
        return close("tr").close("thead").open("tbody");
    }

    /** Adds a row of a table. */
    Html row(Object... cells) {
        open("tr");
        for (Object cell : cells) {
            element("td", cell);
        }
        return close("tr");
    }

    /** Ends a table. */
    Html endTable() {
        return close("tbody").close("table");
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
