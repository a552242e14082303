package io.lambdafs.faas;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The lines in which function instances say what they do, and the history that comes of them. Used by one thread. */
final class ListHistory {
    private record Begun(long startNanos, List<Integer> appends) {}

    private record Ended(long endNanos, Map<Integer, List<Long>> reads) {}

    private final Map<Long, Begun> begun = new TreeMap<>();
    private final Map<Long, Ended> ended = new HashMap<>();

    /** The line before a transaction. */
    static String begins(long number, long nanos, List<Integer> appends) {
        return "begins " + number + " " + nanos + " " + join(appends);
    }

    /** The line after one that was committed. */
    static String ended(long number, long nanos, Map<Integer, List<Long>> reads) {
        return "ended " + number + " " + nanos
                + reads.entrySet().stream()
                        .map(read -> " " + read.getKey() + "=" + join(read.getValue()))
                        .collect(Collectors.joining());
    }

    private static String join(Collection<? extends Number> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    private static Stream<String> split(String numbers) {
        return numbers.isEmpty() ? Stream.empty() : Stream.of(numbers.split(","));
    }

    /** Takes a line in; one whose end is missing, because its process was killed, counts as not said. */
    void say(String line) {
        String[] words = line.split(" ", -1);
        long number = Long.parseLong(words[1]);
        long nanos = Long.parseLong(words[2]);
        if (words[0].equals("begins")) {
            begun.put(
                    number,
                    new Begun(nanos, split(words[3]).map(Integer::valueOf).toList()));
            return;
        }
        Map<Integer, List<Long>> reads = new HashMap<>();
        for (int i = 3; i < words.length; i++) {
            String[] read = words[i].split("=", -1);
            reads.put(
                    Integer.valueOf(read[0]), split(read[1]).map(Long::valueOf).toList());
        }
        ended.put(number, new Ended(nanos, reads));
    }

    /** All transactions that were begun. */
    List<ListTransaction> transactions() {
        List<ListTransaction> all = new ArrayList<>();
        begun.forEach((number, begins) -> {
            Ended end = ended.get(number);
            all.add(new ListTransaction(
                    number,
                    begins.startNanos(),
                    end == null ? OptionalLong.empty() : OptionalLong.of(end.endNanos()),
                    end == null ? Map.of() : end.reads(),
                    begins.appends()));
        });
        return all;
    }
}
