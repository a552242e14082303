package io.lambdafs.store.rocks;

import io.lambdafs.store.changefeed.Announcement;
import io.lambdafs.store.changefeed.ChangeFeed;
import io.lambdafs.store.changefeed.CommittedTransaction;
import io.lambdafs.store.changefeed.FeedRange;
import io.lambdafs.store.rocks.operation.Done;
import io.lambdafs.store.rocks.operation.EngineOperations;
import io.lambdafs.store.rocks.table.FeedCodec;
import java.util.List;

/** The change feed of an engine. */
record EngineChangeFeed(EngineLink link) implements ChangeFeed {
    @Override
    public FeedRange range() {
        return link.ask(EngineOperations.FEED_RANGE_OF, Done.DONE);
    }

    @Override
    public List<Announcement> announcedAfter(long commit, int limit) {
        return link.askRepeatably(EngineOperations.ANNOUNCED, new EngineOperations.FeedPart(commit, limit)).stream()
                .map(FeedCodec::decode)
                .toList();
    }

    @Override
    public List<CommittedTransaction> after(long commit, int limit) {
        return link.askRepeatably(EngineOperations.FEED, new EngineOperations.FeedPart(commit, limit)).stream()
                .map(FeedCodec::decode)
                .toList();
    }
}
