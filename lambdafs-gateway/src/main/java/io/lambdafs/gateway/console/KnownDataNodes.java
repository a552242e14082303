package io.lambdafs.gateway.console;

import io.lambdafs.housekeeping.HousekeepingConfig;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;

/**
 * The DataNodes that the file system knows. Immutable.
 *
 * @param live those that are heard of
 * @param dead those that were silent for so long that their replicas count as lost
 */
record KnownDataNodes(List<DatanodeInfo> live, List<DatanodeInfo> dead) {
    private static final long DEAD_AFTER_MILLIS =
            HousekeepingConfig.Liveness.defaults().deadAfter().toMillis();

    KnownDataNodes {
        live = List.copyOf(live);
        dead = List.copyOf(dead);
    }

    /**
     * Asks for all of them, once. The report does not say which of them are dead; it has the times of their last
     * heartbeats, of which the latest is a moment ago. If it is not, all are dead or this machine's clock is not the
     * NameNode's, and a second question decides.
     */
    static KnownDataNodes ask(ClientProtocol calls, long nowMillis) throws IOException {
        List<DatanodeInfo> all = List.of(calls.getDatanodeReport(DatanodeReportType.ALL));
        long latest = all.stream().mapToLong(DatanodeInfo::getLastUpdate).max().orElse(nowMillis);
        if (Math.abs(nowMillis - latest) < DEAD_AFTER_MILLIS) {
            return split(all, latest);
        }
        Set<String> live = new HashSet<>();
        for (DatanodeInfo node : calls.getDatanodeReport(DatanodeReportType.LIVE)) {
            live.add(node.getDatanodeUuid());
        }
        return split(all, node -> live.contains(node.getDatanodeUuid()));
    }

    /** Those that were heard of not long before this time, and the others. */
    private static KnownDataNodes split(List<DatanodeInfo> all, long latestMillis) {
        return split(all, node -> latestMillis - node.getLastUpdate() < DEAD_AFTER_MILLIS);
    }

    private static KnownDataNodes split(List<DatanodeInfo> all, Predicate<DatanodeInfo> isLive) {
        List<DatanodeInfo> live = new ArrayList<>();
        List<DatanodeInfo> dead = new ArrayList<>();
        all.forEach(node -> (isLive.test(node) ? live : dead).add(node));
        return new KnownDataNodes(live, dead);
    }

    int count() {
        return live.size() + dead.size();
    }
}
