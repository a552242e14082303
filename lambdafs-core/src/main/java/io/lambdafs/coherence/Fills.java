package io.lambdafs.coherence;

import io.lambdafs.fs.FsPath;
import java.util.HashMap;
import java.util.Map;

/**
 * The reads of committed rows that are under way, and whether an INV has crossed them. Implements
 * {@link CoherenceRule#FILL_GUARD}, {@link CoherenceRule#BEGIN_FILL_CHECK} and {@link CoherenceRule#FILL_AFTER_ADMISSION}.
 */
final class Fills {
    private final boolean guarded;
    private final boolean checkedAtBegin;
    private final boolean onlyAfterAdmission;
    private final Map<Long, Fill> fills = new HashMap<>();
    private long numbers;

    Fills(ProtocolRules rules) {
        guarded = rules.keeps(CoherenceRule.FILL_GUARD);
        checkedAtBegin = rules.keeps(CoherenceRule.BEGIN_FILL_CHECK);
        onlyAfterAdmission = rules.keeps(CoherenceRule.FILL_AFTER_ADMISSION);
    }

    /**
     * Begins one.
     *
     * @param pending whether something pending covers what is read
     * @param admitting whether the NameNode admits fills now
     */
    FillToken begin(FsPath path, boolean pending, boolean admitting) {
        FillToken token = new FillToken(++numbers, path);
        fills.put(token.number(), new Fill(path, pending && checkedAtBegin, admitting || !onlyAfterAdmission));
        return token;
    }

    /** What this covers is going to change. */
    void cross(Scope scope) {
        for (Fill fill : fills.values()) {
            if (guarded && !fill.disturbed && scope.disturbs(fill.path)) {
                fill.disturbed = true;
            }
        }
    }

    /** The NameNode admits no more: nothing that has begun is admitted when it does again. */
    void disown() {
        fills.values().forEach(fill -> fill.admissible = !onlyAfterAdmission);
    }

    boolean isUndisturbed(FillToken token) {
        Fill fill = fills.get(token.number());
        return fill != null && !fill.disturbed;
    }

    boolean isAdmissible(FillToken token) {
        Fill fill = fills.get(token.number());
        return fill != null && fill.admissible && !fill.disturbed;
    }

    void end(FillToken token) {
        fills.remove(token.number());
    }

    private static final class Fill {
        private final FsPath path;
        private boolean disturbed;
        private boolean admissible;

        Fill(FsPath path, boolean disturbed, boolean admissible) {
            this.path = path;
            this.disturbed = disturbed;
            this.admissible = admissible;
        }
    }
}
