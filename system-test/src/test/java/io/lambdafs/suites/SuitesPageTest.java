package io.lambdafs.suites;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.tidy.CheckoutSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The page about Hadoop's suites has the table that follows from the lists. {@code -Dsuites.rewrite=true} writes it into the page.
 */
final class SuitesPageTest {
    private static final String BEGIN = "<!-- begin of the table -->\n";
    private static final String END = "<!-- end of the table -->\n";

    @Test
    void page_has_the_table_of_the_lists() throws IOException {
        Path page = CheckoutSources.root().resolve("docs/hadoop-suites.md");
        String text = Files.readString(page);
        int begin = text.indexOf(BEGIN) + BEGIN.length();
        String wanted = table(SuiteClass.all());
        if (Boolean.getBoolean("suites.rewrite")) {
            text = text.substring(0, begin) + wanted + text.substring(text.indexOf(END));
            Files.writeString(page, text);
        }
        assertThat(text.substring(begin, text.indexOf(END)))
                .as("write it anew with -Dsuites.rewrite=true")
                .isEqualTo(wanted);
    }

    @Test
    void each_left_out_test_is_one_of_a_listed_class() throws IOException {
        assertThat(SuiteClass.left())
                .isSubsetOf(SuiteClass.all().stream().map(SuiteClass::name).toList());
    }

    private static String table(List<SuiteClass> classes) {
        int passes = classes.stream().mapToInt(SuiteClass::passes).sum();
        StringBuilder table = new StringBuilder(String.format(
                "%d classes, of which %,d tests pass at least. Left out, by reason:%n%n| reason | tests |%n|---|---|%n",
                classes.size(), passes));
        reasons(classes).forEach((reason, tests) -> table.append(String.format("| %s | %d |%n", reason, tests)));
        table.append(String.format("%n| class | pass | left out |%n|---|---|---|%n"));
        for (SuiteClass each : classes) {
            String leftOut = reasons(List.of(each)).entrySet().stream()
                    .map(reason -> reason.getValue() + ": " + reason.getKey())
                    .collect(Collectors.joining("; "));
            table.append(String.format(
                    "| %s%s | %d | %s |%n", each.simpleName(), each.fast() ? " (fast)" : "", each.passes(), leftOut));
        }
        return table.toString();
    }

    private static Map<String, Long> reasons(List<SuiteClass> classes) {
        return classes.stream()
                .flatMap(each -> each.leftOut().values().stream())
                .collect(Collectors.groupingBy(reason -> reason, TreeMap::new, Collectors.counting()));
    }
}
