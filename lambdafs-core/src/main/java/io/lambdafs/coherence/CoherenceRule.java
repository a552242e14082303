package io.lambdafs.coherence;

/**
 * The rules of the protocol that can be taken away, one at a time, to show that a test notices. Every production
 * assembly has them all.
 */
public enum CoherenceRule {
    /** A fill is admitted only if no INV covering it arrived since it began. */
    FILL_GUARD,
    /** A fill begins only if nothing pending covers it. */
    BEGIN_FILL_CHECK,
    /** A fill that began before admission is not admitted. */
    FILL_AFTER_ADMISSION,
    /** Nothing is admitted before every member has acknowledged the join. */
    ADMIT_AFTER_JOIN,
    /** A join is acknowledged only when no round that began without the joiner is in flight. */
    ACKNOWLEDGE_JOIN_WHEN_IDLE,
    /** A member that vanished is fenced before a joiner does without its acknowledgement. */
    FENCE_BEFORE_JOIN,
    /** A writer that vanished before the join, and has a transaction open, is fenced before anything is admitted. */
    FENCE_STRANGERS,
    /** The INVs that exist at a join are pending, one's own former ones included. */
    PENDING_AT_JOIN,
    /** A dead leader is fenced before its INV is removed. */
    FENCE_BEFORE_REMOVAL,
    /** A cache is invalidated before the INV is acknowledged. */
    INVALIDATE_BEFORE_ACK,
    /** What an INV covers stays pending until it is removed, which is after the commit. */
    PENDING_UNTIL_COMMIT,
    /** Prefixes are matched by path components. */
    PREFIX_BY_COMPONENT,
    /** A write checks the lease after it holds its writer's row. */
    LEASE_BEFORE_WRITE,
    /** A cached answer is given only under a valid lease. */
    LEASE_BEFORE_READ,
    /** The INV of a subtree operation is acknowledged only when the own writes below it have ended. */
    QUIESCE_BEFORE_ACK,
    /** New writes below a pending prefix are refused. */
    REFUSE_BELOW_PENDING,
    /** A round on which writes below depend fences a vanished member before it does without its acknowledgement. */
    FENCE_BEFORE_SUBTREE,
    /** A member leaves a view only once it has been fenced. */
    FENCE_BEFORE_LEAVING_VIEW,
    /** No write is executed before the join is acknowledged. */
    WRITE_AFTER_JOIN,
    /** A directory's times are cached only after its row says so. */
    MARK_BEFORE_TIMES,
    /** A round whose commit is in doubt ends only after its writer has been fenced. */
    PENDING_WHILE_IN_DOUBT,
    /** A write is turned back if a directory that it resolved without a lock is about to get another owner or permission. */
    TURN_BACK_CROSSED,
    /** The INV of such a change is acknowledged only when the own writes have ended that it came too late to turn back. */
    AWAIT_SEALED,
    /** While such a change is pending, a write below locks the directories on its way. */
    LOCK_BELOW_PENDING,
    /** An instance that is no member asks the feed at the beginning of each request what has changed. */
    VALIDATE_BEFORE_READ,
    /** Requests share a question only if it is asked after all of them have arrived. */
    ASK_AFTER_ARRIVAL,
    /** It caches only what has not changed by the time at which it asks again, after reading. */
    VALIDATE_BEFORE_FILL,
    /** It joins before it writes. */
    JOIN_TO_WRITE
}
