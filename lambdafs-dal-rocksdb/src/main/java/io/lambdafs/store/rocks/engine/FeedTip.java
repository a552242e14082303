package io.lambdafs.store.rocks.engine;

/**
 * How far the change feed goes, as readers see it.
 *
 * @param lastChange the last visible commit that is in the feed, or a later one
 * @param lastVisible the last visible commit; not before the last change
 */
record FeedTip(long lastChange, long lastVisible) {
    /** Whether this commit is visible, and the feed has nothing after it. */
    boolean isAt(long commit) {
        return lastChange <= commit && commit <= lastVisible;
    }
}
