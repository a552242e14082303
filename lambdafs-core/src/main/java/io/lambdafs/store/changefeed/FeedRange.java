package io.lambdafs.store.changefeed;

/**
 * What a change feed has at one moment.
 *
 * @param oldest the lowest commit sequence number after which the feed still has everything
 * @param newest the number of the newest commit; a reader that begins after it gets what commits from now on
 */
public record FeedRange(long oldest, long newest) {}
