package io.lambdafs.coherence;

import static java.util.Objects.requireNonNull;

/**
 * An INV as it reaches the members of one deployment.
 *
 * @param round whose INV it is
 * @param scope what they must forget, and may not cache until it ends
 */
public record Inv(RoundId round, Scope scope) {
    public Inv {
        requireNonNull(round, "round");
        requireNonNull(scope, "scope");
    }
}
