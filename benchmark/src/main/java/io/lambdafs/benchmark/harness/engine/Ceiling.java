package io.lambdafs.benchmark.harness.engine;

import io.lambdafs.benchmark.harness.arrival.LoadSpec;
import io.lambdafs.benchmark.harness.operation.OperationKind;
import io.lambdafs.benchmark.harness.workload.FileSizes;
import io.lambdafs.benchmark.harness.workload.Mix;
import io.lambdafs.benchmark.harness.workload.Phase;
import io.lambdafs.benchmark.harness.workload.RunPlan;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * How many operations a second the clients of this process can make at all: measured on a file system that does nothing. A result near it says
 * something about the clients, and not about the file system.
 */
final class Ceiling {
    private static final long WARM_UP_NANOS = TimeUnit.MILLISECONDS.toNanos(300);
    private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private Ceiling() {}

    /** Measures it, with the operations of a phase. Takes less than two seconds. */
    static double measure(RunPlan plan, Share share, Phase phase) throws IOException, InterruptedException {
        List<Phase.Group> groups = phase.groups().stream()
                .map(group -> new Phase.Group(group.share(), endless(group.mix())))
                .toList();
        RunPlan idle = new RunPlan(
                new RunPlan.Target("noop:///", Map.of(), false),
                plan.base(),
                plan.seed(),
                plan.clients(),
                new RunPlan.Workload(
                        "ceiling",
                        List.of(
                                new Phase("warm-up", groups, WARM_UP_NANOS, Phase.UNBOUNDED),
                                new Phase("ceiling", groups, NANOS, Phase.UNBOUNDED)),
                        plan.work().tree(),
                        FileSizes.EMPTY,
                        plan.work().replication(),
                        0,
                        0),
                LoadSpec.CLOSED,
                plan.rollover(),
                RunPlan.Times.cold(0));
        try (LocalWorker worker = new LocalWorker(idle, share, Optional.empty(), OperationLog.NONE)) {
            worker.prepare();
            worker.run(0, 0);
            return worker.run(1, 0).throughput();
        }
    }

    /** What ends when there is nothing left takes as much of the client as what does not end. */
    private static Mix endless(Mix mix) {
        boolean ends = List.of(OperationKind.DELETE, OperationKind.DELETE_TREE, OperationKind.RENAME_TREE)
                .containsAll(mix.kinds());
        return ends ? Mix.only(OperationKind.RENAME) : mix;
    }
}
