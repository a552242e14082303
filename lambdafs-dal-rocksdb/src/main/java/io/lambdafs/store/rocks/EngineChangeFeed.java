package io.lambdafs.store.rocks;

import io.lambdafs.store.changefeed.ChangeFeed;
import io.lambdafs.store.changefeed.CommittedTransaction;
import io.lambdafs.store.changefeed.FeedRange;
import io.lambdafs.store.rocks.engine.CommittedChange;
import io.lambdafs.store.rocks.engine.Event;
import io.lambdafs.store.rocks.engine.Reply;
import io.lambdafs.store.rocks.table.FeedCodec;
import java.util.List;

/** The change feed of an engine. */
record EngineChangeFeed(EngineConnection connection) implements ChangeFeed {
    @Override
    public FeedRange range() {
        return connection.ask((Reply<FeedRange> reply) -> new Event.ChangeRange(reply));
    }

    @Override
    public List<CommittedTransaction> after(long commit, int limit) {
        return connection.ask((Reply<List<CommittedChange>> reply) -> new Event.Changes(commit, limit, reply)).stream()
                .map(FeedCodec::decode)
                .toList();
    }
}
