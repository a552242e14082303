package io.lambdafs.benchmark.harness.workload;

import io.lambdafs.benchmark.harness.operation.OperationKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.random.RandomGenerator;

/**
 * Which share each kind of operation has. The shares are percentages with at most two decimals that add up to 100, as in hammer-bench: a die with
 * 10,000 faces.
 */
public final class Mix {
    private static final int FACES = 10_000;
    private static final double FACES_PER_PERCENT = 100;
    private static final double ROUNDING = 1e-6;

    /** The mix of hammer-bench, from statistics of Spotify's cluster. */
    public static final Mix SPOTIFY = parse("read=68.73,statFile=13.04,listDir=8.52,statDir=3.96,create=2.7,rename=1.3,"
            + "delete=0.75,listFile=0.49,chownDir=0.32,setReplication=0.14,chmodFile=0.02,mkdir=0.02,chmodDir=0.01");

    /**
     * The mix of the λFS paper's table 2. The paper gives one figure each for stat and ls of files and of directories; they are divided as in
     * {@link #SPOTIFY}.
     */
    public static final Mix SPOTIFY_LAMBDAFS =
            parse("read=69.22,statFile=13.04,statDir=3.96,listDir=8.52,listFile=0.49,"
                    + "create=2.7,rename=1.3,delete=0.75,mkdir=0.02");

    private final Map<OperationKind, Integer> faces;
    private final List<OperationKind> kinds = new ArrayList<>();
    private final List<Integer> upTo = new ArrayList<>();

    private Mix(Map<OperationKind, Integer> faces) {
        this.faces = Collections.unmodifiableMap(new EnumMap<>(faces));
        int before = 0;
        for (Map.Entry<OperationKind, Integer> entry : this.faces.entrySet()) {
            if (entry.getValue() > 0) {
                before += entry.getValue();
                kinds.add(entry.getKey());
                upTo.add(before);
            }
        }
    }

    /** One kind alone. */
    public static Mix only(OperationKind kind) {
        return new Mix(Map.of(kind, FACES));
    }

    /**
     * A mix of percentages.
     *
     * @throws IllegalArgumentException if one has more than two decimals, or they do not add up to 100
     */
    public static Mix of(Map<OperationKind, Double> percentages) {
        Map<OperationKind, Integer> faces = new EnumMap<>(OperationKind.class);
        double sum = 0;
        for (Map.Entry<OperationKind, Double> entry : percentages.entrySet()) {
            double exact = entry.getValue() * FACES_PER_PERCENT;
            if (exact < 0 || Math.abs(exact - Math.rint(exact)) > ROUNDING) {
                throw new IllegalArgumentException(
                        "the percentage of " + entry.getKey().word() + " is " + entry.getValue()
                                + ": write 0 or more, with at most two decimals");
            }
            faces.put(entry.getKey(), (int) Math.rint(exact));
            sum += entry.getValue();
        }
        if (faces.values().stream().mapToInt(Integer::intValue).sum() != FACES) {
            throw new IllegalArgumentException(
                    "the percentages of a mix add up to " + Math.rint(sum * 100) / 100 + ": they must add up to 100");
        }
        return new Mix(faces);
    }

    /**
     * Reads {@code read=90,create=10}.
     *
     * @throws IllegalArgumentException if it is something else
     */
    public static Mix parse(String text) {
        Map<OperationKind, Double> percentages = new EnumMap<>(OperationKind.class);
        for (String part : text.split(",", -1)) {
            String[] words = part.split("=", 2);
            if (words.length != 2) {
                throw new IllegalArgumentException("'" + part + "' is not a part of a mix: write OPERATION=PERCENT");
            }
            try {
                percentages.merge(OperationKind.require(words[0]), Double.valueOf(words[1]), Double::sum);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(
                        "the percentage of " + words[0] + " is '" + words[1] + "': write a number", e);
            }
        }
        return of(percentages);
    }

    /** The kinds that it has. */
    public List<OperationKind> kinds() {
        return List.copyOf(kinds);
    }

    /** The same kinds without those that change something, in the same proportions; one that stats files if there is no other. */
    public Mix reads() {
        Map<OperationKind, Integer> reads = new EnumMap<>(OperationKind.class);
        faces.forEach((kind, number) -> {
            if (!kind.isChange() && number > 0) {
                reads.put(kind, number);
            }
        });
        return reads.isEmpty() ? only(OperationKind.STAT_FILE) : new Mix(reads);
    }

    /** A kind by chance. */
    OperationKind roll(RandomGenerator random) {
        int face = random.nextInt(upTo.get(upTo.size() - 1));
        for (int i = 0; i < kinds.size(); i++) {
            if (face < upTo.get(i)) {
                return kinds.get(i);
            }
        }
        throw new IllegalStateException("a face beyond the last");
    }

    /** As {@link #parse} reads it. */
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(",");
        faces.forEach((kind, number) -> {
            if (number > 0) {
                double percent = number / FACES_PER_PERCENT;
                text.add(kind.word() + "="
                        + (percent == Math.rint(percent) ? Long.toString((long) percent) : Double.toString(percent)));
            }
        });
        return text.toString();
    }
}
