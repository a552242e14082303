package io.lambdafs.namenode.op.subtree;

import io.lambdafs.namenode.Operation;
import io.lambdafs.wire.subtree.PolicyMethods;
import java.util.Map;

/** The operations on policies of subtrees, by the names of their methods. */
public final class SubtreeOperations {
    private SubtreeOperations() {}

    public static Map<String, Operation<?, ?>> all() {
        return Map.of(
                PolicyMethods.GET, new GetSubtreePolicyOperation(),
                PolicyMethods.SET, new SetSubtreePolicyOperation());
    }
}
