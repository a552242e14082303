package io.lambdafs.benchmark.harness.workload;

import io.lambdafs.benchmark.harness.arrival.Amount;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How long files are that are made: one length, or lengths with percentages as in hammer-bench, such as {@code [(1024,10),(2048,90)]}. */
public final class FileSizes {
    /** Empty files, which need no DataNode. */
    public static final FileSizes EMPTY = parse("0");

    private static final Pattern PAIR = Pattern.compile("\\(\\s*(\\d+)\\s*,\\s*(\\d+(?:\\.\\d+)?)\\s*\\)");
    private static final Pattern PAIRS = Pattern.compile("\\[\\s*" + PAIR + "(?:\\s*,\\s*" + PAIR + ")*\\s*]");

    private final String text;
    private final List<Long> sizes = new ArrayList<>();
    private final List<Double> upTo = new ArrayList<>();

    private FileSizes(String text) {
        this.text = text;
    }

    /**
     * Reads a length, or lengths with percentages.
     *
     * @throws IllegalArgumentException if it is something else, or the percentages do not add up to 100
     */
    public static FileSizes parse(String text) {
        FileSizes result = new FileSizes(text.strip());
        if (!text.strip().startsWith("[")) {
            result.add(Amount.count("the file size", text), 100);
            return result;
        }
        if (!PAIRS.matcher(text.strip()).matches()) {
            throw new IllegalArgumentException(
                    "the file size is '" + text + "': write a length, or [(LENGTH,PERCENT),(LENGTH,PERCENT)]");
        }
        double sum = 0;
        Matcher pair = PAIR.matcher(text);
        while (pair.find()) {
            double percent = Double.parseDouble(pair.group(2));
            result.add(Amount.count("the file size", pair.group(1)), percent);
            sum += percent;
        }
        if (Math.abs(sum - 100) > 1e-6) {
            throw new IllegalArgumentException(
                    "the percentages of the file sizes add up to " + sum + ": they must add up to 100");
        }
        return result;
    }

    private void add(long size, double percent) {
        sizes.add(size);
        upTo.add((upTo.isEmpty() ? 0 : upTo.get(upTo.size() - 1)) + percent);
    }

    /** A length by chance. */
    long roll(RandomGenerator random) {
        if (sizes.size() == 1) {
            return sizes.get(0);
        }
        double face = random.nextDouble() * 100;
        for (int i = 0; i < sizes.size(); i++) {
            if (face < upTo.get(i)) {
                return sizes.get(i);
            }
        }
        return sizes.get(sizes.size() - 1);
    }

    @Override
    public String toString() {
        return text;
    }
}
