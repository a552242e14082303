package io.lambdafs.store.volume;

/** What became of a commit. */
public sealed interface CommitOutcome {
    /**
     * It is durable, and a transaction that begins from now on sees it.
     *
     * @param number its place among all commits, and the version of all that it wrote
     */
    record Committed(long number) implements CommitOutcome {}

    /**
     * Something that it relied on has changed. Nothing of it was stored; the transaction must run again from its beginning.
     *
     * @param what the first such thing, for people
     */
    record Conflict(String what) implements CommitOutcome {}
}
