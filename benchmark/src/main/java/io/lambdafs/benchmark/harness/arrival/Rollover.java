package io.lambdafs.benchmark.harness.arrival;

/**
 * What becomes of operations that no client was free for when they were due.
 *
 * @param most how many may wait; the oldest beyond that are left out and counted
 * @param withinSecond whether they are left out when the second in which they were due is over
 */
public record Rollover(long most, boolean withinSecond) {
    /** All wait until they are performed. */
    public static final Rollover CARRY = new Rollover(Long.MAX_VALUE, false);

    /** None waits longer than to the end of its second. */
    public static final Rollover NONE = new Rollover(Long.MAX_VALUE, true);

    private static final String CARRY_NAME = "carry";

    /**
     * Reads {@code none}, {@code carry} or {@code carry:MAX}.
     *
     * @throws IllegalArgumentException if it is something else; its message says what there is
     */
    public static Rollover parse(String text) {
        if (text.equals("none")) {
            return NONE;
        }
        if (text.equals(CARRY_NAME)) {
            return CARRY;
        }
        if (text.startsWith(CARRY_NAME + ":")) {
            long most = Amount.count("the backlog of 'carry'", text.substring(CARRY_NAME.length() + 1));
            return new Rollover(most, false);
        }
        throw new IllegalArgumentException("a rollover is none, carry or carry:MAX, not '" + text + "'");
    }

    @Override
    public String toString() {
        if (withinSecond) {
            return "none";
        }
        return most == Long.MAX_VALUE ? CARRY_NAME : CARRY_NAME + ":" + most;
    }
}
