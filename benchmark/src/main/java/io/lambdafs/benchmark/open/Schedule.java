package io.lambdafs.benchmark.open;

import java.util.ArrayList;
import java.util.List;

/**
 * When operations are due: rates in operations a second, each for some seconds, one after another. Written as {@code 2000@10,14000@15}, which is
 * 2000 a second for ten seconds and then 14000 for fifteen; {@code closed@20} is a closed loop, in which an operation is due as soon as a
 * caller is free.
 */
public record Schedule(List<Step> steps) {
    private static final String CLOSED = "closed";
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final int MAX_RATE = 1_000_000;
    private static final int MAX_SECONDS = 3_600;

    /** So many operations a second for so many seconds; rate 0 is none, and -1 a closed loop. */
    public record Step(int rate, int seconds) {}

    public Schedule {
        steps = List.copyOf(steps);
        int total = 0;
        for (Step step : steps) {
            if (step.rate() > MAX_RATE || step.rate() < -1 || step.seconds() < 1) {
                throw new IllegalArgumentException("a rate is 0 to " + MAX_RATE
                        + " operations a second for a second or more, not " + step.rate() + "@" + step.seconds());
            }
            total = Math.addExact(total, step.seconds());
        }
        if (total < 1 || total > MAX_SECONDS) {
            throw new IllegalArgumentException("a schedule has 1 to " + MAX_SECONDS + " seconds, not " + total);
        }
        if (steps.size() > 1 && steps.stream().anyMatch(step -> step.rate() == -1)) {
            throw new IllegalArgumentException("a closed loop stands alone");
        }
    }

    /** One rate all the time. */
    public static Schedule constant(int rate, int seconds) {
        return new Schedule(List.of(new Step(rate, seconds)));
    }

    /** A closed loop. */
    public static Schedule closed(int seconds) {
        return constant(-1, seconds);
    }

    /** This one, and then the other. */
    public Schedule then(int rate, int seconds) {
        List<Step> more = new ArrayList<>(steps);
        more.add(new Step(rate, seconds));
        return new Schedule(more);
    }

    /**
     * Reads what {@link #toString} wrote.
     *
     * @throws IllegalArgumentException if the text is something else
     */
    public static Schedule parse(String text) {
        List<Step> steps = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            String[] words = part.split("@", -1);
            if (words.length != 2) {
                throw new IllegalArgumentException("a step of a schedule is RATE@SECONDS, not '" + part + "'");
            }
            try {
                steps.add(new Step(
                        words[0].equals(CLOSED) ? -1 : Integer.parseInt(words[0]), Integer.parseInt(words[1])));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("a step of a schedule is RATE@SECONDS, not '" + part + "'", e);
            }
        }
        return new Schedule(steps);
    }

    public boolean isClosed() {
        return steps.get(0).rate() == -1;
    }

    public int seconds() {
        return steps.stream().mapToInt(Step::seconds).sum();
    }

    /** All operations of an open loop; 0 of a closed one. */
    public long operations() {
        return steps.stream()
                .mapToLong(step -> Math.max(0L, step.rate()) * step.seconds())
                .sum();
    }

    /**
     * When an operation of an open loop is due, in nanoseconds after the beginning.
     *
     * @param index from 0; one beyond the last is never due, which is {@link Long#MAX_VALUE}
     */
    public long dueNanos(long index) {
        long before = 0;
        long second = 0;
        for (Step step : steps) {
            long here = Math.max(0L, step.rate()) * step.seconds();
            if (index - before < here) {
                return second * NANOS_PER_SECOND + (index - before) * NANOS_PER_SECOND / step.rate();
            }
            before += here;
            second += step.seconds();
        }
        return Long.MAX_VALUE;
    }

    /** Operations that are due within a second, counted from 0; none of a closed loop. */
    public int due(int second) {
        int before = 0;
        for (Step step : steps) {
            before += step.seconds();
            if (second < before) {
                return Math.max(0, step.rate());
            }
        }
        return 0;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Step step : steps) {
            text.append(text.isEmpty() ? "" : ",")
                    .append(step.rate() == -1 ? CLOSED : Integer.toString(step.rate()))
                    .append('@')
                    .append(step.seconds());
        }
        return text.toString();
    }
}
