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

/**
 * The lines in which function instances say what they do, and the history that comes of them. Used by one thread.
 *
 * <p>An instance says what it has read of a list as what follows after what it has said of this list before. So what it says of a list
 * is no longer than the list, however often it reads it.
 */
final class ListHistory {
    private record Begun(long startNanos, List<Integer> appends) {}

    private record Ended(long endNanos, Map<Integer, List<Long>> reads) {}

    private final Map<Long, Begun> begun = new TreeMap<>();
    private final Map<Long, Ended> ended = new HashMap<>();
    private final Map<Integer, ListPrefix.Whole> longest = new HashMap<>();

    /** The lines of one instance, which remembers what it has said. */
    static final class Speaker {
        private final Map<Integer, List<Long>> said = new HashMap<>();

        /** The line before a transaction. */
        String begins(long number, long nanos, List<Integer> appends) {
            return "begins " + number + " " + nanos + " " + join(appends);
        }

        /** The line after one that was committed. */
        String ended(long number, long nanos, Map<Integer, List<Long>> reads) {
            return "ended " + number + " " + nanos
                    + reads.entrySet().stream()
                            .map(read -> " " + read.getKey() + "=" + say(read.getKey(), read.getValue()))
                            .collect(Collectors.joining());
        }

        private String say(int file, List<Long> read) {
            List<Long> before = said.getOrDefault(file, List.of());
            boolean goesOn = ListPrefix.isPrefix(before, read);
            said.put(file, read);
            return (goesOn ? "more:" : "all:") + join(read.subList(goesOn ? before.size() : 0, read.size()));
        }
    }

    private static String join(Collection<? extends Number> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    private static Stream<String> split(String numbers) {
        return numbers.isEmpty() ? Stream.empty() : Stream.of(numbers.split(","));
    }

    /**
     * Takes the lines of one instance in, in their order. A transaction whose end is not said counts as one of which nobody knows whether it
     * was committed.
     */
    void heard(Stream<String> lines) {
        Map<Integer, List<Long>> said = new HashMap<>();
        lines.forEach(line -> hear(line, said));
    }

    private void hear(String line, Map<Integer, List<Long>> said) {
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
            String[] read = words[i].split("[=:]", -1);
            int file = Integer.parseInt(read[0]);
            List<Long> before = read[1].equals("all") ? List.of() : said.getOrDefault(file, List.of());
            List<Long> more = split(read[2]).map(Long::valueOf).toList();
            List<Long> whole =
                    ListPrefix.read(longest.computeIfAbsent(file, f -> new ListPrefix.Whole()), before, more);
            reads.put(file, whole);
            said.put(file, whole);
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
