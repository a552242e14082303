package io.lambdafs.authentication;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.Transaction;

/** Whether a cluster proves who its callers are, or believes them. All its processes do the same. */
public enum SecurityMode {
    /** A request counts as made by the user that it names. */
    SIMPLE,
    /** A request is signed with a delegation token of the user, or by a service that knows the user. */
    SECURE;

    /** The environment variable that says it to a process: {@code true} for {@link #SECURE}. */
    public static final String VARIABLE = "LAMBDAFS_SECURE";

    /**
     * The mode that the variable's value asks for.
     *
     * @param value empty for none
     * @throws IllegalArgumentException if it is neither true nor false
     */
    public static SecurityMode of(String value) {
        return switch (value) {
            case "true" -> SECURE;
            case "false", "" -> SIMPLE;
            default -> throw new IllegalArgumentException(VARIABLE + " must be true or false, not " + value);
        };
    }

    /** The mode of the cluster whose store this is: secure if there is a service key. */
    public static SecurityMode recorded(Transaction tx) {
        return new ServiceKeys(tx).all().isEmpty() ? SIMPLE : SECURE;
    }

    /**
     * Makes sure that the cluster is in this mode.
     *
     * @throws StoreException of kind INCOMPATIBLE if it is in the other one
     */
    public void require(Transaction tx) {
        SecurityMode recorded = recorded(tx);
        if (recorded != this) {
            throw new StoreException(
                    Kind.INCOMPATIBLE,
                    this == SECURE
                            ? "this process is in secure mode, and the cluster's store is not: start the cluster with"
                                    + " `lambdafs start --secure`, or this process without " + VARIABLE
                            : "the cluster is in secure mode, and this process is not: start it with " + VARIABLE
                                    + "=true, or take the mode from the cluster with `lambdafs start --secure=false`");
        }
    }
}
