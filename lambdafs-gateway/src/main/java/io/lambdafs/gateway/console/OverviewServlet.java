package io.lambdafs.gateway.console;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import javax.servlet.http.HttpServletRequest;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;

/** The state of the whole: capacity, blocks, DataNodes, functions. */
public final class OverviewServlet extends PageServlet {
    private static final long serialVersionUID = 1L;

    /** The most DataNodes that are shown one by one. */
    private static final int MAX_NODES = 500;

    public OverviewServlet() {
        super("Overview", true);
    }

    /** What the file system says. */
    private record FileSystem(List<Long> stats, List<DatanodeInfo> live, List<DatanodeInfo> dead) {
        static FileSystem ask(ClientProtocol calls) throws IOException {
            return new FileSystem(
                    LongStream.of(calls.getStats()).boxed().toList(),
                    List.of(calls.getDatanodeReport(DatanodeReportType.LIVE)),
                    List.of(calls.getDatanodeReport(DatanodeReportType.DEAD)));
        }

        /** A figure, or 0 if the NameNode does not have it. */
        long stat(int index) {
            return index < stats.size() ? Math.max(0, stats.get(index)) : 0;
        }
    }

    @Override
    Html content(HttpServletRequest request) throws InterruptedException {
        Html page = new Html();
        Html storage = new Html();
        List<String> troubles = new ArrayList<>();
        try {
            FileSystem system = askAsGateway(request, FileSystem::ask);
            storage(system, storage);
            troubles.addAll(troubles(system));
        } catch (IOException e) {
            troubles.add("The file system does not answer: " + e.getMessage());
        }
        if (!console().trouble().isEmpty()) {
            troubles.add(console().trouble());
        }
        if (troubles.isEmpty()) {
            page.element("p", "The file system answers, and nothing is missing.", "class", "good");
        }
        troubles.forEach(trouble -> page.element("p", trouble, "class", "bad"));
        page.add(storage);
        console().history().flatMap(History.View::latest).ifPresent(latest -> {
            page.element("h2", "Functions");
            FunctionTable.add(latest, page);
        });
        return page;
    }

    private static List<String> troubles(FileSystem system) {
        List<String> troubles = new ArrayList<>();
        if (system.live().size() == 0) {
            troubles.add("No DataNode lives: files cannot be read or written.");
        }
        note(system.dead().size(), "DataNodes are dead", troubles);
        note(system.stat(ClientProtocol.GET_STATS_MISSING_BLOCKS_IDX), "blocks are missing", troubles);
        note(system.stat(ClientProtocol.GET_STATS_CORRUPT_BLOCKS_IDX), "blocks have corrupt replicas", troubles);
        return troubles;
    }

    private static void note(long count, String what, List<String> troubles) {
        if (count > 0) {
            troubles.add(Texts.count(count) + " " + what + ".");
        }
    }

    private static void storage(FileSystem system, Html page) {
        long capacity = system.stat(ClientProtocol.GET_STATS_CAPACITY_IDX);
        long used = system.stat(ClientProtocol.GET_STATS_USED_IDX);
        page.open("ul", "class", "cards");
        card("capacity", Texts.bytes(capacity), page);
        card("used by files", Texts.bytes(used) + " (" + Texts.percent(used, capacity) + ")", page);
        card("free", Texts.bytes(system.stat(ClientProtocol.GET_STATS_REMAINING_IDX)), page);
        card("live DataNodes", Texts.count(system.live().size()), page);
        card("dead DataNodes", Texts.count(system.dead().size()), page);
        card("missing blocks", Texts.count(system.stat(ClientProtocol.GET_STATS_MISSING_BLOCKS_IDX)), page);
        card(
                "blocks with too few replicas",
                Texts.count(system.stat(ClientProtocol.GET_STATS_LOW_REDUNDANCY_IDX)),
                page);
        page.close("ul").element("h2", "DataNodes");
        page.table("DataNode", "state", "rack", "capacity", "used", "free", "blocks", "last heard of");
        int shown = rows(system.dead(), "dead", MAX_NODES, page);
        shown += rows(system.live(), "live", MAX_NODES - shown, page);
        page.endTable();
        int left = system.live().size() + system.dead().size() - shown;
        if (left > 0) {
            page.element("p", Texts.count(left) + " more are not shown. 'hdfs dfsadmin -report' has all.");
        }
    }

    private static void card(String name, String value, Html page) {
        page.open("li").element("b", value).text(name).close("li");
    }

    private static int rows(List<DatanodeInfo> nodes, String state, int most, Html page) {
        int shown = Math.min(nodes.size(), most);
        for (DatanodeInfo node : nodes.subList(0, shown)) {
            page.row(
                    Optional.ofNullable(node.getHostName()).orElse("") + " " + node.getXferAddr(),
                    node.isDecommissioned() ? "decommissioned" : state,
                    node.getNetworkLocation(),
                    Texts.bytes(node.getCapacity()),
                    Texts.bytes(node.getDfsUsed()),
                    Texts.bytes(node.getRemaining()),
                    Texts.count(node.getNumBlocks()),
                    Texts.time(node.getLastUpdate()));
        }
        return shown;
    }
}
