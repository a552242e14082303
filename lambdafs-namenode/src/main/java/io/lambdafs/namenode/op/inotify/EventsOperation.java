package io.lambdafs.namenode.op.inotify;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.FsException;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.namenode.inotify.EventReader;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.changefeed.Announcement;
import io.lambdafs.store.changefeed.ChangeFeed;
import io.lambdafs.store.changefeed.FeedRange;
import io.lambdafs.wire.ErrorCode;
import java.nio.BufferUnderflowException;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetEditsFromTxidRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetEditsFromTxidResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.InotifyProtos.EventBatchProto;
import org.apache.hadoop.hdfs.protocol.proto.InotifyProtos.EventsListProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * getEditsFromTxid: the events of the transactions from this one on, in commit order, each transaction's as a batch; for superusers. Where
 * the change feed has not all of them any more, the answer begins later than it was asked to, by which HDFS's clients know that they
 * have missed some.
 */
final class EventsOperation implements ReadOperation<GetEditsFromTxidRequestProto, GetEditsFromTxidResponseProto> {
    /** HDFS's default of {@code dfs.namenode.inotify.max.events.per.rpc}, of transactions. */
    private static final int MOST = 1000;

    /** What HDFS says where there is nothing. */
    private static final long NONE = -1;

    private final ChangeFeed feed;

    EventsOperation(ChangeFeed feed) {
        this.feed = requireNonNull(feed, "feed");
    }

    @Override
    public Parser<GetEditsFromTxidRequestProto> parser() {
        return GetEditsFromTxidRequestProto.parser();
    }

    @Override
    public GetEditsFromTxidResponseProto execute(
            CallContext call, Transaction tx, GetEditsFromTxidRequestProto request) {
        new PermissionChecker(call).requireSuperuser("getEditsFromTxid");
        FeedRange range = feed.range();
        long before = request.getTxid() - 1;
        if (before > range.newest()) {
            throw new FsException(
                    ErrorCode.IO_ERROR,
                    "No transaction has the number " + before + " yet, the newest is " + range.newest()
                            + ": if the store was restored from a backup, begin to watch anew.");
        }
        // A client that knows nothing may ask from any number on.
        long after = Math.max(before, range.oldest());
        List<Announcement> announced = feed.announcedAfter(after, MOST);
        EventsListProto.Builder events = EventsListProto.newBuilder().setSyncTxid(range.newest());
        if (announced.isEmpty()) {
            events.setFirstTxid(NONE).setLastTxid(NONE);
        } else {
            // All numbers in between belong to transactions that changed nothing.
            events.setFirstTxid(after + 1)
                    .setLastTxid(announced.get(announced.size() - 1).number());
        }
        announced.stream()
                .filter(said -> said.bytes().length > 0)
                .map(EventsOperation::batch)
                .forEach(events::addBatch);
        return GetEditsFromTxidResponseProto.newBuilder().setEventsList(events).build();
    }

    private static EventBatchProto batch(Announcement said) {
        try {
            return EventBatchProto.newBuilder()
                    .setTxid(said.number())
                    .addAllEvents(EventReader.events(said.bytes()))
                    .build();
        } catch (BufferUnderflowException e) {
            throw new FsException(ErrorCode.INTERNAL, "The events of commit " + said.number() + " are cut off", e);
        }
    }
}
