package io.lambdafs.history;

import io.lambdafs.coherence.CoherenceRule;
import io.lambdafs.system.Stack;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** A copy of this checkout's program whose function instances do without one rule of the coherence protocol. */
final class WithoutRule {
    private WithoutRule() {}

    /** Copies into this directory; what is returned runs the copy. */
    static Stack.Launcher in(Path directory, CoherenceRule rule) throws IOException {
        return OtherProgram.in(directory, WithoutRuleMain.class, Map.of(WithoutRuleMain.FILE, rule.name()));
    }
}
