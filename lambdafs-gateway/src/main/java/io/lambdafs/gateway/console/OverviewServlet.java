package io.lambdafs.gateway.console;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import javax.servlet.http.HttpServletRequest;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;

/** The state of the whole: capacity, blocks, DataNodes, functions. */
public final class OverviewServlet extends PageServlet {
    private static final long serialVersionUID = 1L;

    /** The most DataNodes that are shown one by one. */
    private static final int MAX_NODES = 500;

    public OverviewServlet() {
        super("Overview", true);
    }

    /** What the file system says. */
    private record FileSystem(List<Long> stats, KnownDataNodes nodes) {
        static FileSystem ask(ClientProtocol calls) throws IOException {
            return new FileSystem(
                    LongStream.of(calls.getStats()).boxed().toList(),
                    KnownDataNodes.ask(calls, System.currentTimeMillis()));
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
        if (system.nodes().live().isEmpty()) {
            troubles.add("No DataNode lives: files cannot be read or written.");
        }
        note(system.nodes().dead().size(), "DataNode is dead", "DataNodes are dead", troubles);
        note(
                system.stat(ClientProtocol.GET_STATS_MISSING_BLOCKS_IDX),
                "block is missing",
                "blocks are missing",
                troubles);
        note(
                system.stat(ClientProtocol.GET_STATS_CORRUPT_BLOCKS_IDX),
                "block has corrupt replicas",
                "blocks have corrupt replicas",
                troubles);
        return troubles;
    }

    private static void note(long count, String one, String several, List<String> troubles) {
        if (count > 0) {
            troubles.add(ReadableText.count(count) + " " + (count == 1 ? one : several) + ".");
        }
    }

    private static void storage(FileSystem system, Html page) {
        long capacity = system.stat(ClientProtocol.GET_STATS_CAPACITY_IDX);
        long used = system.stat(ClientProtocol.GET_STATS_USED_IDX);
        long free = system.stat(ClientProtocol.GET_STATS_REMAINING_IDX);
        page.cards();
        page.card("capacity", ReadableText.bytes(capacity));
        page.open("li").element("span", "used by files");
        page.element("b", ReadableText.bytes(used)).bar(used, capacity).close("li");
        page.open("li").element("span", "free");
        page.element("b", ReadableText.bytes(free)).bar(free, capacity).close("li");
        page.card("live DataNodes", ReadableText.count(system.nodes().live().size()));
        page.card("dead DataNodes", ReadableText.count(system.nodes().dead().size()));
        page.card("missing blocks", ReadableText.count(system.stat(ClientProtocol.GET_STATS_MISSING_BLOCKS_IDX)));
        page.card("blocks to be copied", ReadableText.count(system.stat(ClientProtocol.GET_STATS_LOW_REDUNDANCY_IDX)));
        page.close("ul");
        nodes(system.nodes(), page);
    }

    private static void nodes(KnownDataNodes nodes, Html page) {
        page.element("h2", "DataNodes");
        page.table("DataNode", "state", "rack", "#capacity", "#used", "", "#free", "#blocks", "last heard of");
        int shown = rows(nodes.dead(), "dead", MAX_NODES, page);
        shown += rows(nodes.live(), "live", MAX_NODES - shown, page);
        page.endTable();
        int left = nodes.count() - shown;
        if (left > 0) {
            page.element("p", ReadableText.count(left) + " more are not shown. 'hdfs dfsadmin -report' has all.");
        }
    }

    private static int rows(List<DatanodeInfo> nodes, String state, int most, Html page) {
        int shown = Math.min(nodes.size(), most);
        for (DatanodeInfo node : nodes.subList(0, shown)) {
            page.openRow().cell(Optional.ofNullable(node.getHostName()).orElse("") + " " + node.getXferAddr());
            page.openCell();
            page.element("span", state, "class", state.equals("live") ? "state" : "state off");
            page.close("td").cell(node.getNetworkLocation()).cell(ReadableText.bytes(node.getCapacity()));
            page.cell(ReadableText.bytes(node.getDfsUsed()));
            page.openCell().bar(node.getDfsUsed(), node.getCapacity()).close("td");
            page.cell(ReadableText.bytes(node.getRemaining())).cell(ReadableText.count(node.getNumBlocks()));
            page.cell(ReadableText.time(node.getLastUpdate())).closeRow();
        }
        return shown;
    }
}
