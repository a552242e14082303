package io.lambdafs.benchmark.harness.command;

import io.lambdafs.benchmark.harness.arrival.LoadSpec;
import io.lambdafs.benchmark.harness.trace.Trace;
import io.lambdafs.benchmark.harness.workload.Mix;
import io.lambdafs.benchmark.harness.workload.Phase;
import io.lambdafs.benchmark.harness.workload.RunPlan;
import java.util.List;

/** The plan of a run that replays a trace. */
final class Replay {
    /** The beginning of the name of a workload that is a replay. */
    static final String NAME = "replay of ";

    private Replay() {}

    /** The plan with the clients, the directory and the duration of the trace. Clients do not warm up. */
    static RunPlan plan(RunPlan plan, Trace trace) {
        return new RunPlan(
                plan.target(),
                trace.head().base(),
                plan.seed(),
                trace.head().clients(),
                new RunPlan.Workload(
                        NAME + trace.head().workload(),
                        List.of(new Phase("replay", Mix.SPOTIFY, trace.head().nanos(), Phase.UNBOUNDED)),
                        plan.work().tree(),
                        plan.work().sizes(),
                        plan.work().replication(),
                        0,
                        0),
                LoadSpec.CLOSED,
                plan.rollover(),
                RunPlan.Times.cold(plan.times().drainNanos()));
    }
}
