package io.lambdafs.gateway.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Texts, links and charts of the console's pages. */
final class PagesTest {
    @Test
    void everyText_isEscaped() {
        Html html = new Html().element("td", "<script>'\"&\u0007", "title", "\"><b>");

        assertThat(html).hasToString("<td title=\"&quot;&gt;&lt;b&gt;\">&lt;script&gt;&#39;&quot;&amp; </td>\n");
    }

    @Test
    void places_linkToTheirParentsAndChildren_withTheUser() {
        BrowsedPath place = new BrowsedPath("/a b/c", "", Optional.of("alice"));

        assertThat(place.parents()).extracting(BrowsedPath::path).containsExactly("/a b", "/a b/c");
        assertThat(place.child("ü&").address()).isEqualTo("/explorer?path=%2Fa+b%2Fc%2F%C3%BC%26&user.name=alice");
        assertThat(place.after("x").address()).isEqualTo("/explorer?path=%2Fa+b%2Fc&after=x&user.name=alice");
        assertThat(place.download()).isEqualTo("/webhdfs/v1/a%20b/c?op=OPEN&user.name=alice");
        assertThat(new BrowsedPath("/", "", Optional.empty()).parents()).isEmpty();
    }

    @Test
    void numbers_areInTheUnitThatFits() {
        assertThat(ReadableText.bytes(1_023)).isEqualTo("1023 B");
        assertThat(ReadableText.bytes(1_536)).isEqualTo("1.5 KB");
        assertThat(ReadableText.bytes(5L << 40)).isEqualTo("5.0 TB");
        assertThat(ReadableText.millis(0.0004)).isEqualTo("0.40 ms");
        assertThat(ReadableText.millis(0.0204)).isEqualTo("20.4 ms");
        assertThat(ReadableText.millis(0.02)).isEqualTo("20 ms");
        assertThat(ReadableText.millis(1.2345)).isEqualTo("1,235 ms");
        assertThat(ReadableText.millis(Double.NaN)).isEqualTo("–");
        assertThat(ReadableText.percent(0, 0)).isEqualTo("–");
        assertThat(ReadableText.percent(1, 8)).isEqualTo("12.5 %");
    }

    @Test
    void columnsOfNumbers_areAlignedAtTheirEnds() {
        Html html = new Html().table("name", "#size").row("a", "1 B").endTable();

        assertThat(html.toString())
                .contains("<th>name</th>", "<th class=\"n\">size</th>", "<td>a</td>", "<td class=\"n\">1 B</td>");
    }

    @Test
    void bar_isFilledAsFarAsThePartIsOfTheWhole() {
        assertThat(new Html().bar(1, 4).toString()).contains("width=\"25.0\"");
        assertThat(new Html().bar(1, 0).toString()).contains("width=\"0.0\"");
        assertThat(new Html().bar(-1, 4).toString()).contains("width=\"0.0\"");
    }

    @Test
    void chart_hasALineWhereThereAreReadings() {
        Chart chart = new Chart("Rate", List.of(new Chart.Line("reads", "first", Reading::readsPerSecond)));
        Html html = new Html();
        chart.draw(
                List.of(reading(0, 5), reading(1_800_000, 10), reading(3_600_000, Double.NaN)),
                3_600_000,
                ReadableText::number,
                html);

        assertThat(html.toString())
                .contains("class=\"line first\" d=\"M0.0 100.0h1L500.0 0.0\"")
                .contains("class=\"area first\" d=\"M0.0 200.0L0.0 100.0L500.0 0.0L500.0 200.0Z\"")
                .contains(">10<")
                .doesNotContain("NaN");
    }

    private static Reading reading(long at, double reads) {
        return new Reading(at, reads, 0, Double.NaN, Double.NaN, Double.NaN, Double.NaN, 1);
    }
}
