package io.lambdafs.benchmark.plot;

import java.util.List;

/** A page of HTML that contains everything it shows. For one thread. */
public final class Page {
    private static final String STYLE = "body{font-family:sans-serif;margin:2em;max-width:1200px}"
            + "table{border-collapse:collapse}td,th{padding:2px 10px;text-align:left;border-bottom:1px solid #ddd}"
            + ".met{color:#2ca02c}.missed{color:#d62728}figure{display:inline-block;margin:4px}"
            + "@media print{body{margin:0;max-width:none}figure,tr{break-inside:avoid}h2{break-after:avoid}}";

    private final StringBuilder body = new StringBuilder();
    private final String title;

    /** An empty page. */
    public Page(String title) {
        this.title = title;
        heading(1, title);
    }

    /** A heading; level 1 is the highest. */
    public void heading(int level, String text) {
        body.append("<h")
                .append(level)
                .append('>')
                .append(Markup.escape(text))
                .append("</h")
                .append(level)
                .append(">\n");
    }

    public void paragraph(String text) {
        body.append("<p>").append(Markup.escape(text)).append("</p>\n");
    }

    /** A row whose class is a name of {@link #STYLE}, or nothing. */
    public record Row(String style, List<String> cells) {
        public Row {
            cells = List.copyOf(cells);
        }
    }

    /** A table. */
    public void table(List<String> heads, List<Row> rows) {
        body.append("<table>\n<tr>");
        heads.forEach(head -> body.append("<th>").append(Markup.escape(head)).append("</th>"));
        body.append("</tr>\n");
        for (Row row : rows) {
            body.append("<tr class=\"").append(Markup.escape(row.style())).append("\">");
            row.cells()
                    .forEach(cell ->
                            body.append("<td>").append(Markup.escape(cell)).append("</td>"));
            body.append("</tr>\n");
        }
        body.append("</table>\n");
    }

    /** A chart. */
    public void chart(LineChart chart) {
        body.append("<figure>").append(chart.svg()).append("</figure>\n");
    }

    /** A chart of curves. */
    public void chart(CurveChart chart) {
        body.append("<figure>").append(chart.svg()).append("</figure>\n");
    }

    /** A chart of bars. */
    public void chart(BarChart chart) {
        body.append("<figure>").append(chart.svg()).append("</figure>\n");
    }

    /** The page without the names of name spaces, which look like addresses. It is HTML, and no XML. */
    public String standalone() {
        return html().replaceAll(" xmlns=\"[^\"]*\"", "");
    }

    /** The page. It is XML as well. */
    public String html() {
        return "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\"><head><meta charset=\"utf-8\"/><title>"
                + Markup.escape(title) + "</title><style>" + STYLE + "</style></head><body>\n" + body
                + "</body></html>\n";
    }
}
