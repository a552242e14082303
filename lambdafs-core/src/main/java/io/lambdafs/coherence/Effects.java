package io.lambdafs.coherence;

import java.util.ArrayList;
import java.util.List;

/** What the parts of the core have found to be done about the present event, in order. */
final class Effects {
    private final List<CoherenceEffect> collected = new ArrayList<>();

    void add(CoherenceEffect effect) {
        collected.add(effect);
    }

    /** Hands over what was collected, and begins anew. */
    List<CoherenceEffect> drain() {
        List<CoherenceEffect> drained = List.copyOf(collected);
        collected.clear();
        return drained;
    }
}
