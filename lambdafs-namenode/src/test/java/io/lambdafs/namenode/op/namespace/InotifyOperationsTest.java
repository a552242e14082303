package io.lambdafs.namenode.op.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.wire.ErrorCode;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetCurrentEditLogTxidRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetCurrentEditLogTxidResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetEditsFromTxidRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetEditsFromTxidResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.InotifyProtos.EventBatchProto;
import org.apache.hadoop.hdfs.protocol.proto.InotifyProtos.EventProto;
import org.apache.hadoop.hdfs.protocol.proto.InotifyProtos.EventsListProto;
import org.junit.jupiter.api.Test;

/** Which events a watcher gets, and where they begin and end. */
final class InotifyOperationsTest {
    private final NameNodeFixture fixture = new NameNodeFixture();
    private final NamespaceClient hdfs = new NamespaceClient(fixture, NameNodeFixture.SUPERUSER);

    private long newest() {
        return fixture.call(
                        "getCurrentEditLogTxid",
                        GetCurrentEditLogTxidRequestProto.getDefaultInstance(),
                        GetCurrentEditLogTxidResponseProto.parser())
                .getTxid();
    }

    private static GetEditsFromTxidRequestProto from(long txid) {
        return GetEditsFromTxidRequestProto.newBuilder().setTxid(txid).build();
    }

    private EventsListProto events(long first) {
        return fixture.call("getEditsFromTxid", from(first), GetEditsFromTxidResponseProto.parser())
                .getEventsList();
    }

    private static List<String> types(EventsListProto events) {
        return events.getBatchList().stream()
                .map(batch -> batch.getEventsList().stream()
                        .map(EventProto::getType)
                        .map(type -> type.name().replace("EVENT_", ""))
                        .toList()
                        .toString())
                .toList();
    }

    @Test
    void eachTransaction_isABatch_inCommitOrder() {
        long begin = newest();
        hdfs.mkdirs("/a/b");
        hdfs.chmod("/a", 0700);
        hdfs.chmod("/a", 0700);
        hdfs.rename("/a/b", "/c");
        hdfs.rename2("/c", "/d", false);
        hdfs.delete("/d", true);
        hdfs.delete("/d", true);
        EventsListProto events = events(begin + 1);
        assertThat(types(events)).containsExactly("[CREATE, CREATE]", "[METADATA]", "[RENAME]", "[RENAME]", "[UNLINK]");
        assertThat(events.getFirstTxid()).isEqualTo(begin + 1);
        assertThat(events.getBatchList())
                .extracting(EventBatchProto::getTxid)
                .isSorted()
                .first()
                .isNotEqualTo(0L);
        assertThat(events.getSyncTxid()).isEqualTo(newest());
    }

    @Test
    void whoGoesOnFromTheLast_missesNothing_andSeesNothingTwice() {
        long begin = newest();
        hdfs.mkdirs("/a");
        EventsListProto first = events(begin + 1);
        hdfs.mkdirs("/b");
        EventsListProto second = events(first.getLastTxid() + 1);
        assertThat(types(first)).containsExactly("[CREATE]");
        assertThat(types(second)).containsExactly("[CREATE]");
        assertThat(second.getFirstTxid()).isEqualTo(first.getLastTxid() + 1);
        EventsListProto none = events(second.getLastTxid() + 1);
        assertThat(none.getLastTxid()).isEqualTo(-1);
        assertThat(none.getFirstTxid()).isEqualTo(-1);
        assertThat(none.getBatchList()).isEmpty();
    }

    @Test
    void onlySuperusers_watch() {
        assertThat(hdfs.as("bob").refusal("getEditsFromTxid", from(1)).code()).isEqualTo(ErrorCode.ACCESS_DENIED);
    }

    @Test
    void transactionThatIsNotThereYet_isRefused() {
        assertThat(hdfs.refusal("getEditsFromTxid", from(newest() + 10)).message())
                .contains("begin to watch anew");
    }
}
