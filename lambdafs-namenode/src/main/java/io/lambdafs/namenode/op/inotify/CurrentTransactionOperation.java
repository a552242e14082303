package io.lambdafs.namenode.op.inotify;

import static java.util.Objects.requireNonNull;

import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.changefeed.ChangeFeed;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetCurrentEditLogTxidRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetCurrentEditLogTxidResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** getCurrentEditLogTxid: the number of the newest commit. A client that begins to watch there misses nothing that follows. */
final class CurrentTransactionOperation
        implements ReadOperation<GetCurrentEditLogTxidRequestProto, GetCurrentEditLogTxidResponseProto> {
    private final ChangeFeed feed;

    CurrentTransactionOperation(ChangeFeed feed) {
        this.feed = requireNonNull(feed, "feed");
    }

    @Override
    public Parser<GetCurrentEditLogTxidRequestProto> parser() {
        return GetCurrentEditLogTxidRequestProto.parser();
    }

    @Override
    public GetCurrentEditLogTxidResponseProto execute(
            CallContext call, Transaction tx, GetCurrentEditLogTxidRequestProto request) {
        return GetCurrentEditLogTxidResponseProto.newBuilder()
                .setTxid(feed.range().newest())
                .build();
    }
}
