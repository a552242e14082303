package io.lambdafs.benchmark.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where the texts of an SVG element are, as it says. */
public final class TextBoxes {
    private static final Pattern TEXT =
            Pattern.compile("<text x=\"([0-9.-]+)\" y=\"([0-9.-]+)\" text-anchor=\"(\\w+)\"[^>]*>([^<]*)</text>");

    /** A font of 11 pixels without serifs has letters that are a little narrower on average. */
    private static final double LETTER = 6.5;

    private static final double ABOVE = 9;
    private static final double BELOW = 2;

    private TextBoxes() {}

    private record Box(String text, double from, double to, double y) {
        static Box of(Matcher found) {
            double x = Double.parseDouble(found.group(1));
            double width = LETTER * found.group(4).length();
            double from = switch (found.group(3)) {
                case "start" -> x;
                case "end" -> x - width;
                default -> x - width / 2;
            };
            return new Box(found.group(4), from, from + width, Double.parseDouble(found.group(2)));
        }

        boolean covers(Box other) {
            return from < other.to && other.from < to && y - ABOVE < other.y + BELOW && other.y - ABOVE < y + BELOW;
        }
    }

    /** All texts, in their order. */
    public static List<String> texts(String svg) {
        return TEXT.matcher(svg).results().map(found -> found.group(4)).toList();
    }

    /** Each pair of texts of one chart of which one covers a part of the other. */
    public static List<String> overlaps(String svg) {
        List<Box> boxes = new ArrayList<>();
        Matcher matcher = TEXT.matcher(svg);
        while (matcher.find()) {
            boxes.add(Box.of(matcher));
        }
        List<String> overlaps = new ArrayList<>();
        for (int i = 0; i < boxes.size(); i++) {
            for (int k = i + 1; k < boxes.size(); k++) {
                if (boxes.get(i).covers(boxes.get(k))) {
                    overlaps.add(boxes.get(i) + " and " + boxes.get(k));
                }
            }
        }
        return overlaps;
    }
}
