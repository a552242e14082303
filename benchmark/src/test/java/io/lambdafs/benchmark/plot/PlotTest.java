package io.lambdafs.benchmark.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.StringReader;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
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

    private static String marked(int seconds, LineChart.Mark... marks) {
        List<Double> values = Collections.nCopies(seconds + 1, 5.0);
        return new LineChart("t", "1/s", false, List.of(new LineChart.Series("due", values)), List.of(marks)).svg();
    }

    @Test
    void labelsOfMarks_coverNothing_howeverCloseTheMarksAre() {
        for (int between : List.of(0, 1, 2, 5, 10, 15, 20, 40, 100)) {
            for (int begin : List.of(0, 1, 100, 195)) {
                String svg =
                        marked(300, new LineChart.Mark(begin, "burst"), new LineChart.Mark(begin + between, "ends"));
                assertThat(TextBoxes.overlaps(svg))
                        .as("%d s from second %d", between, begin)
                        .isEmpty();
                assertThat(TextBoxes.texts(svg)).contains("burst", "ends");
            }
        }
    }

    /** The marks are where they must be, however many there are; only a part of their labels has room. */
    @Test
    void marksWithoutRoomForLabels_keepTheirLines() {
        LineChart.Mark[] marks = IntStream.range(0, 150)
                .mapToObj(i -> new LineChart.Mark(2 * i, "fault"))
                .toArray(LineChart.Mark[]::new);
        String svg = marked(300, marks);
        assertThat(TextBoxes.overlaps(svg)).isEmpty();
        assertThat(TextBoxes.texts(svg).stream().filter("fault"::equals).count())
                .isBetween(20L, 60L);
        assertThat(svg.split("stroke-dasharray", -1)).hasSize(151);
    }

    @Test
    void labelAtTheEdge_staysInThePicture_andOffTheAxis() {
        String svg = marked(10, new LineChart.Mark(0, "the first of all"), new LineChart.Mark(10, "the last of all"));
        assertThat(TextBoxes.overlaps(svg)).isEmpty();
        assertThat(svg)
                .contains("<text x=\"66.0\" y=\"40.0\" text-anchor=\"start\" fill=\"#666666\">the first")
                .contains("<text x=\"546.0\" y=\"40.0\" text-anchor=\"end\" fill=\"#666666\">the last");
    }

    @Test
    void valuesThatAreFartherApart_standAtTheirSeconds() throws Exception {
        LineChart chart = new LineChart(
                "t",
                "",
                false,
                List.of(new LineChart.Series("one", List.of(1.0, 1.0, 1.0))),
                List.of(new LineChart.Mark(15, "half past")));
        assertThat(path(chart.every(10), 0)).isEqualTo("M64.0 44.0L306.0 44.0L548.0 44.0");
        assertThat(chart.every(10).svg())
                .contains("<line x1=\"427.0\" y1=\"44.0\" x2=\"427.0\"")
                .contains(">20 s<");
        assertThat(chart.every(0.1).svg()).contains(">0.1 s<", ">0.2 s<");
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
