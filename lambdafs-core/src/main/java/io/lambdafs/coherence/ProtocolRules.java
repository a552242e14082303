package io.lambdafs.coherence;

import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The rules of the coherence protocol that a NameNode keeps: {@link #ALL}, but in tests that take a rule away to show that it is
 * needed. Immutable.
 */
public final class ProtocolRules {
    /** Every rule. Nothing else is for production. */
    public static final ProtocolRules ALL = without(Set.of());

    private final EnumSet<CoherenceRule> removed;

    private ProtocolRules(EnumSet<CoherenceRule> removed) {
        this.removed = removed;
    }

    /** Every rule but these; for tests. */
    public static ProtocolRules without(Collection<CoherenceRule> removed) {
        EnumSet<CoherenceRule> copy = EnumSet.noneOf(CoherenceRule.class);
        copy.addAll(removed);
        return new ProtocolRules(copy);
    }

    /** Every rule but these; for tests. */
    public static ProtocolRules without(CoherenceRule... removed) {
        return without(List.of(removed));
    }

    /** Whether this rule is kept. */
    public boolean keeps(CoherenceRule rule) {
        return !removed.contains(rule);
    }
}
