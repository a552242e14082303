package io.lambdafs.gateway.console;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import javax.servlet.http.HttpServletRequest;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;

/** What the file system does without being asked: copies, deletions, recovery of leases, removal of leftovers. */
public final class HousekeepingServlet extends PageServlet {
    private static final long serialVersionUID = 1L;

    /** The most DataNodes that are asked. */
    private static final int MAX_NODES = 500;

    private static final List<Map.Entry<String, String>> FIGURES = List.of(
            Map.entry("BlocksChecked", "blocks checked"),
            Map.entry("CopiesOrdered", "copies ordered"),
            Map.entry("DeletionsOrdered", "deletions ordered"),
            Map.entry("ReplicasForgotten", "replicas found lost"),
            Map.entry("DatanodesForgotten", "DataNodes forgotten"),
            Map.entry("LeasesChecked", "abandoned files checked"),
            Map.entry("DirectoriesEmptied", "directories emptied"),
            Map.entry("OutcomesForgotten", "outcomes forgotten"));

    public HousekeepingServlet() {
        super("Housekeeping", true);
    }

    /** What the file system says. */
    private record Answers(List<Long> stats, KnownDataNodes nodes) {
        static Answers ask(ClientProtocol calls) throws IOException {
            return new Answers(
                    LongStream.of(calls.getStats()).boxed().toList(),
                    KnownDataNodes.ask(calls, System.currentTimeMillis()));
        }

        long stat(int index) {
            return index < stats.size() ? Math.max(0, stats.get(index)) : 0;
        }
    }

    @Override
    Html content(HttpServletRequest request) throws IOException, InterruptedException {
        Answers answers = askAsGateway(request, Answers::ask);
        List<DatanodeInfo> live = answers.nodes().live();
        HousekeepingReport report = console().housekeeping(live.subList(0, Math.min(live.size(), MAX_NODES)));
        Html page = new Html();
        state(report, page);
        page.element("h2", "To be done").cards();
        page.card("blocks to be copied", ReadableText.count(answers.stat(ClientProtocol.GET_STATS_LOW_REDUNDANCY_IDX)));
        page.card("missing blocks", ReadableText.count(answers.stat(ClientProtocol.GET_STATS_MISSING_BLOCKS_IDX)));
        page.card("corrupt blocks", ReadableText.count(answers.stat(ClientProtocol.GET_STATS_CORRUPT_BLOCKS_IDX)));
        page.close("ul").element("h2", "Done").cards();
        FIGURES.forEach(figure -> page.card(figure.getValue(), ReadableText.count(report.sum(figure.getKey()))));
        page.close("ul");
        page.element("p", "Since the processes of the DataNodes were started.", "class", "note");
        shares(report, page);
        return page;
    }

    private static void state(HousekeepingReport report, Html page) {
        Optional<HousekeepingReport.Share> onDuty = report.shares().stream()
                .filter(HousekeepingReport.Share::isOnDuty)
                .findFirst();
        if (onDuty.isEmpty()) {
            page.element("p", "No process says that it does the housekeeping.", "class", "bad");
        } else if (onDuty.get().figure("FailingTasks") > 0) {
            String text = "Tasks that fail and are tried again: " + onDuty.get().figure("FailingTasks")
                    + ". The log of the DataNode " + onDuty.get().node().getXferAddr() + " says why.";
            page.element("p", text, "class", "bad");
        } else {
            page.element(
                    "p",
                    "The process of DataNode " + onDuty.get().node().getXferAddr() + " does the housekeeping.",
                    "class",
                    "good");
        }
    }

    private static void shares(HousekeepingReport report, Html page) {
        page.element("h2", "By process");
        page.table("DataNode", "state", "#rounds done", "#failures", "#copies ordered", "#deletions ordered");
        for (HousekeepingReport.Share share : report.shares()) {
            page.openRow().cell(share.node().getXferAddr()).openCell();
            boolean silent = share.figures().isEmpty();
            page.element(
                    "span",
                    share.isOnDuty() ? "on duty" : silent ? "does not answer" : "standing by",
                    "class",
                    share.isOnDuty() ? "state" : silent ? "state off" : "state calm");
            page.close("td")
                    .cell(ReadableText.count(share.figure("Rounds")))
                    .cell(ReadableText.count(share.figure("Failures")));
            page.cell(ReadableText.count(share.figure("CopiesOrdered")));
            page.cell(ReadableText.count(share.figure("DeletionsOrdered"))).closeRow();
        }
        page.endTable();
    }
}
