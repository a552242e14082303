package io.lambdafs.benchmark.paper;

import io.lambdafs.benchmark.cost.Usage;
import io.lambdafs.benchmark.harness.operation.OperationKind;
import io.lambdafs.benchmark.harness.result.Count;
import io.lambdafs.benchmark.harness.result.PhaseResult;
import io.lambdafs.benchmark.harness.result.SecondResult;
import io.lambdafs.benchmark.stack.ServerSecond;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Runs for tests. */
final class Runs {
    private static final int MICROS = 2_000;

    private Runs() {}

    /**
     * A run of the burst workload.
     *
     * @param due operations due in each second
     * @param most how many of them the system does in a second
     */
    static PhaseMeasurement of(Mode mode, int[] due, int most) {
        PhaseResult phase = new PhaseResult("spotify-lambdafs");
        List<ServerSecond> servers = new ArrayList<>();
        int open = 0;
        int second = 0;
        long all = 0;
        while (second < due.length || open > 0) {
            int now = second < due.length ? due[second] : 0;
            open += now;
            int done = Math.min(open, most);
            open -= done;
            all += done;
            SecondResult row = phase.second(second);
            row.add(Count.OFFERED, now);
            row.add(Count.STARTED, done);
            row.add(Count.COMPLETED, done);
            servers.add(new ServerSecond(2, 0, 0, 2, 0, 0, 0, 0, 200, 100, 10, 20, 300, 50));
            second++;
        }
        phase.took(second * 1_000_000_000L);
        Histogram latency = new Histogram(3);
        latency.recordValueWithCount(MICROS, all);
        phase.kind(OperationKind.READ).add(all, 0, 0);
        phase.kind(OperationKind.READ).addLatencies(latency, latency);
        phase.kind(OperationKind.CREATE).add(0, 0, 0);
        Usage usage = new Usage(second, 256, 150, second, 2.0 * second, 10, mode.isServerful() ? 1_200 : 0, 1, 1);
        return new PhaseMeasurement(mode, phase, servers, usage, List.of(), true);
    }
}
