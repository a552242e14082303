package io.lambdafs.benchmark.paper;

import java.util.Locale;

/** The burst workload with less cache than it needs: section 5.2.3. */
final class ReducedCacheSection {
    private static final String FOUND =
            "With a cache of less than half of the working set λFS did 70,000 to 80,000 operations a second in the burst of 163,996, did not sustain it,"
                    + " caught up soon after it, and was still better than HopsFS.";
    private static final String HIDDEN =
            "The paper's working set. Here an instance has 64 KB for its cache, which is less than half of what its clients read.";

    private ReducedCacheSection() {}

    static Section of(BurstResults results) {
        Section section = new Section("reduced-cache", "Section 5.2.3: a reduced cache", FOUND, HIDDEN);
        PhaseMeasurement reduced = results.of(Mode.REDUCED_CACHE);
        PhaseMeasurement full = results.of(Mode.LAMBDAFS);
        if (reduced == null || full == null) {
            section.compare("It was not measured.");
            return section;
        }
        section.compare(String.format(
                Locale.ROOT,
                "%.3f of the burst within it, with a mean of %.1f ms; with the whole cache %.3f and %.1f ms, and stateless %.3f. The lines are in"
                        + " figure 8.",
                results.shareOfBurst(Mode.REDUCED_CACHE),
                reduced.meanMillis(),
                results.shareOfBurst(Mode.LAMBDAFS),
                full.meanMillis(),
                results.shareOfBurst(Mode.STATELESS)));
        return section;
    }
}
