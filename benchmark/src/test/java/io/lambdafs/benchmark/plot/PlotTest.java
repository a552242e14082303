package io.lambdafs.benchmark.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

final class PlotTest {
    private static Document parsed(String xml) throws IOException, SAXException, ParserConfigurationException {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(xml.replace("<!DOCTYPE html>", ""))));
    }

    private static String path(LineChart chart, int line)
            throws IOException, SAXException, ParserConfigurationException {
        return ((Element) parsed(chart.svg()).getElementsByTagName("path").item(line)).getAttribute("d");
    }

    private static LineChart chart(boolean logarithmic, List<Double> values) {
        return new LineChart(
                "a < b & \"c\"",
                "ms",
                logarithmic,
                List.of(new LineChart.Series("one", values), new LineChart.Series("none", List.of())),
                List.of(new LineChart.Mark(1.5, "<kill>")));
    }

    @Test
    void chart_isXmlWhateverItsTextSays() throws Exception {
        assertThat(parsed(chart(false, List.of(1.0, 2.0)).svg())
                        .getDocumentElement()
                        .getTagName())
                .isEqualTo("svg");
    }

    @Test
    void line_risesWithItsValuesAndHasGapsWhereThereAreNone() throws Exception {
        String path = path(chart(false, List.of(0.0, 10.0, Double.NaN, 10.0)), 0);
        assertThat(path).isEqualTo("M64.0 192.0L225.3 44.0M548.0 44.0");
    }

    @Test
    void logarithmicLine_leavesOutZeroAndHasEqualStepsForEqualRatios() throws Exception {
        String path = path(chart(true, List.of(0.0, 1.0, 10.0, 99.0)), 0);
        assertThat(path).startsWith("M225.3 192.0L386.7 118.0L548.0 44.");
    }

    @Test
    void nothingAtAll_isStillAChart() throws Exception {
        assertThat(path(chart(true, List.of()), 0)).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> new LineChart("t", "", false, List.of(), List.of()));
    }

    @Test
    void page_isXmlAndNeedsNothingElse() throws Exception {
        Page page = new Page("λ <1>");
        page.heading(2, "a & b");
        page.paragraph("1 < 2");
        page.table(List.of("x"), List.of(new Page.Row("met", List.of("<y>"))));
        page.chart(chart(false, List.of(1.0)));
        Document document = parsed(page.html());
        assertThat(document.getElementsByTagName("svg").getLength()).isEqualTo(1);
        assertThat(document.getElementsByTagName("td").item(0).getTextContent()).isEqualTo("<y>");
        assertThat(page.html()).doesNotContain("src=", "href=", "url(");
    }

    @Test
    void barChart_isXml_withAllNamesAndValues() throws Exception {
        for (boolean logarithmic : new boolean[] {false, true}) {
            BarChart chart = new BarChart(
                    "cost <&>", "x", logarithmic, List.of(new BarChart.Bar("one", 1), new BarChart.Bar("many", 2500)));
            Page page = new Page("bars");
            page.chart(chart);
            assertThat(chart.svg()).contains("one", "many", "2,500", "cost &lt;&amp;&gt;");
            assertThat(widths(chart.svg())).hasSize(2).isSorted();
        }
    }

    private static List<Double> widths(String svg) {
        return Pattern.compile("width=\"([0-9.]+)\" height=\"16\"")
                .matcher(svg)
                .results()
                .map(found -> Double.valueOf(found.group(1)))
                .toList();
    }
}
