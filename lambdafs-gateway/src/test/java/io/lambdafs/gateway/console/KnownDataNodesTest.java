package io.lambdafs.gateway.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.junit.jupiter.api.Test;

/** Which DataNodes are dead, and how often the file system is asked. */
final class KnownDataNodesTest {
    private static final long NOW = 1_000_000_000_000L;

    private final List<DatanodeReportType> asked = new ArrayList<>();

    @Test
    void nodesThatAreSilentForLongerThanTheOthers_areDead_byOneQuestion() throws IOException {
        KnownDataNodes known = ask(NOW, node("a", NOW - 1_000), node("b", NOW - 40_000), node("c", NOW - 20_000));

        assertThat(known.live()).extracting(DatanodeInfo::getDatanodeUuid).containsExactly("a", "c");
        assertThat(known.dead()).extracting(DatanodeInfo::getDatanodeUuid).containsExactly("b");
        assertThat(asked).containsExactly(DatanodeReportType.ALL);
    }

    /** As where the clocks differ; "live" is what the NameNode says. */
    @Test
    void timesThatAreNotOfNow_areNotBelieved() throws IOException {
        KnownDataNodes known = ask(NOW + 3_600_000, node("live", NOW - 1_000), node("b", NOW - 40_000));

        assertThat(known.live()).extracting(DatanodeInfo::getDatanodeUuid).containsExactly("live");
        assertThat(known.dead()).extracting(DatanodeInfo::getDatanodeUuid).containsExactly("b");
        assertThat(asked).containsExactly(DatanodeReportType.ALL, DatanodeReportType.LIVE);
    }

    @Test
    void whereThereIsNone_oneQuestionIsEnough() throws IOException {
        assertThat(ask(NOW).count()).isZero();
        assertThat(asked).containsExactly(DatanodeReportType.ALL);
    }

    private static DatanodeInfo node(String uuid, long lastUpdateMillis) {
        return new DatanodeInfo.DatanodeInfoBuilder()
                .setDatanodeUuid(uuid)
                .setIpAddr("127.0.0.1")
                .setHostName("localhost")
                .setLastUpdate(lastUpdateMillis)
                .build();
    }

    private KnownDataNodes ask(long nowMillis, DatanodeInfo... nodes) throws IOException {
        ClientProtocol calls = (ClientProtocol) Proxy.newProxyInstance(
                ClientProtocol.class.getClassLoader(),
                new Class<?>[] {ClientProtocol.class},
                (proxy, method, given) -> {
                    DatanodeReportType type = (DatanodeReportType) given[0];
                    asked.add(type);
                    return Stream.of(nodes)
                            .filter(node -> type == DatanodeReportType.ALL
                                    || node.getDatanodeUuid().equals("live"))
                            .toArray(DatanodeInfo[]::new);
                });
        return KnownDataNodes.ask(calls, nowMillis);
    }
}
