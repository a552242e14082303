package io.lambdafs.cli.doctor;

import io.lambdafs.block.DataNodeDescriptor;
import io.lambdafs.block.StorageReport;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** Judges the DataNodes by what the store knows of them. */
final class DataNodeJudge {
    private static final Duration SILENT = Duration.ofSeconds(10);
    private static final Duration DEAD = Duration.ofSeconds(30);
    private static final double FULL = 0.05;

    private final ExaminedStack stack;

    DataNodeJudge(ExaminedStack stack) {
        this.stack = stack;
    }

    void judge(List<DataNodeDescriptor> dataNodes, Findings findings) {
        List<DataNodeDescriptor> live =
                dataNodes.stream().filter(node -> node.isAlive(DEAD)).toList();
        findings.ok(live.size() + " of " + dataNodes.size() + " DataNodes that the store knows are live");
        dataNodes.forEach(node -> judge(node, findings));
        int replication = replication();
        if (live.size() < replication) {
            findings.error(
                    live.size() + " live DataNodes are fewer than the " + replication + " replicas of a new file",
                    "Run 'lambdafs start', or start DataNodes on other machines (docs/datanodes.md).");
        }
        List<String> versions = live.stream()
                .map(node -> node.registration().softwareVersion())
                .distinct()
                .toList();
        if (versions.size() > 1) {
            findings.warning(
                    "the DataNodes have several versions of Hadoop: " + String.join(", ", versions),
                    "Bring them to one version, unless you are about to.");
        }
    }

    private int replication() {
        String dataNodes = stack.setting("datanodes");
        return dataNodes.matches("\\d{1,4}") ? Math.max(1, Math.min(3, Integer.parseInt(dataNodes))) : 1;
    }

    private static void judge(DataNodeDescriptor node, Findings findings) {
        String name = "the DataNode at " + node.registration().hostName() + ":"
                + node.registration().ports().transfer();
        long seconds = node.sinceHeartbeat().toSeconds();
        if (!node.isAlive(DEAD)) {
            findings.error(
                    name + " is dead: it was last heard of " + seconds + " s ago",
                    "Start it again. Its replicas are copied from other DataNodes meanwhile, where there are any."
                            + " One that is gone for good is forgotten by itself in the end.");
        } else if (node.sinceHeartbeat().compareTo(SILENT) > 0) {
            findings.warning(
                    name + " was last heard of " + seconds + " s ago",
                    "See whether it runs and reaches the store; it counts as dead after " + DEAD.toSeconds() + " s.");
        }
        List<StorageReport> failed =
                node.storages().stream().filter(StorageReport::failed).toList();
        if (!failed.isEmpty()) {
            findings.error(
                    name + " has storages that failed: "
                            + failed.stream()
                                    .map(storage -> String.valueOf(storage.id()))
                                    .collect(Collectors.joining(", ")),
                    "Replace the disk and start the DataNode again.");
        }
        long capacity = node.storages().stream()
                .mapToLong(storage -> storage.space().capacity())
                .sum();
        long left = node.storages().stream()
                .mapToLong(storage -> storage.space().remaining())
                .sum();
        if (node.isAlive(DEAD) && left < capacity * FULL) {
            findings.warning(
                    name + " has " + (left >> 20) + " of " + (capacity >> 20) + " MB left",
                    "Delete files, add DataNodes, or give it a larger disk.");
        }
    }
}
