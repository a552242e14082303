package io.lambdafs.openwhisk.platform.metrics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of several instances as one text, in which each sample says whose it is. Used by one thread.
 *
 * <p>An image may be anything, so a line that is not one of the format is left out, and so is a metric that is the platform's own.
 */
public final class MergedMetrics {
    private static final String NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
    private static final Pattern META = Pattern.compile("# (HELP|TYPE) (" + NAME + ") ([^\\n]*)");
    private static final Pattern SAMPLE = Pattern.compile(
            "(" + NAME
                    + ")(?:\\{((?:[a-zA-Z_][a-zA-Z0-9_]*=\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\",?)*+)\\})? (-?[0-9.eE+-]+|NaN|[+-]Inf)");
    private static final int LONGEST_LINE = 4096;
    private static final Pattern TYPES = Pattern.compile("counter|gauge|histogram|summary|untyped");

    /** Names that instances must not use. */
    private static final Pattern RESERVED = Pattern.compile("lambdafs_(platform|instance)_.*");

    private final Map<String, Family> families = new LinkedHashMap<>();

    /** One metric of all instances. */
    private static final class Family {
        private String help = "";
        private String type = "untyped";
        private final List<String> samples = new ArrayList<>();
    }

    /** Adds what an instance of this deployment counts. */
    public void add(String text, String deployment, String instance) {
        String labels = "deployment=\"" + deployment + "\",instance_id=\"" + instance + "\"";
        String name = "";
        Family family = null;
        for (String line : text.split("\n", -1)) {
            Matcher meta = META.matcher(line);
            if (meta.matches()) {
                name = meta.group(2);
                family = RESERVED.matcher(name).matches() ? null : describe(name, meta.group(1), meta.group(3));
            } else {
                add(family, name, line, labels);
            }
        }
    }

    private Family describe(String name, String what, String text) {
        Family family = families.computeIfAbsent(name, unused -> new Family());
        if (what.equals("HELP")) {
            family.help = text;
        } else if (TYPES.matcher(text).matches()) {
            family.type = text;
        }
        return family;
    }

    private static void add(@Nullable Family family, String name, String line, String labels) {
        if (family == null || line.length() > LONGEST_LINE) {
            return;
        }
        Matcher sample = SAMPLE.matcher(line);
        if (!sample.matches() || !isOf(sample.group(1), name)) {
            return;
        }
        String own = sample.group(2);
        family.samples.add(sample.group(1) + "{" + labels + (own == null || own.isEmpty() ? "" : "," + own) + "} "
                + sample.group(3));
    }

    private static boolean isOf(String sample, String family) {
        return sample.startsWith(family) && sample.substring(family.length()).matches("|_bucket|_sum|_count");
    }

    /** All of them; one metric after another. */
    public String text() {
        StringBuilder text = new StringBuilder();
        families.forEach((name, family) -> {
            if (!family.samples.isEmpty()) {
                text.append("# HELP ")
                        .append(name)
                        .append(' ')
                        .append(family.help)
                        .append('\n');
                text.append("# TYPE ")
                        .append(name)
                        .append(' ')
                        .append(family.type)
                        .append('\n');
                family.samples.forEach(sample -> text.append(sample).append('\n'));
            }
        });
        return text.toString();
    }
}
