package io.lambdafs.benchmark.verdict;

import java.io.PrintStream;
import java.util.List;

/** What a program tells the script that called it, by the status that it ends with. */
public enum Verdict {
    MET(0),
    MISSED(3);

    private final int status;

    Verdict(int status) {
        this.status = status;
    }

    /** The exit status: 0, or 3 if a target was missed. */
    public int status() {
        return status;
    }

    /** Prints targets, a line each; {@link #MISSED} if one of them was missed, or if there are none. */
    public static Verdict of(List<Target> targets, PrintStream out) {
        out.println();
        targets.forEach(out::println);
        out.flush();
        return !targets.isEmpty() && targets.stream().allMatch(Target::isMet) ? MET : MISSED;
    }
}
