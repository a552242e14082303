package io.lambdafs.store;

import java.time.Duration;

/** Roles that one process at a time may hold, by leases on the store's clock. */
public interface RoleTable {
    /**
     * Takes or renews a role for so long.
     *
     * @param role at most 64 characters
     * @param owner the name of the caller; unique to a process incarnation
     * @return whether the owner holds the role now: nobody else does, or the other's time has run out
     */
    boolean acquire(String role, String owner, Duration time);

    /**
     * Checks that the owner still holds the role, and keeps the role from changing hands until this transaction ends.
     */
    boolean hold(String role, String owner);

    /** Gives the role up, if the owner holds it. */
    void release(String role, String owner);
}
