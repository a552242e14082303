package io.lambdafs.benchmark.elastic;

import io.lambdafs.benchmark.open.Schedule;
import io.lambdafs.benchmark.verdict.Target;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * A pool that has room for one instance of each function and gets more and more callers. Requests for more instances
 * must not evict the present ones (appendix C).
 */
final class SmallPoolExperiment implements ElasticExperiment {
    private static final int DEPLOYMENTS = 4;
    private static final List<Integer> CALLERS = List.of(16, 64, 256);
    private static final int WARM_CALLERS = 16;
    private static final int DRAIN = 5;
    private static final double MUST = 0.8;
    private static final double MUST_COLD_STARTS = 10;

    @Override
    public String name() {
        return "small-pool";
    }

    @Override
    public String title() {
        return "A pool that is too small for the load";
    }

    @Override
    public Outcome run(Lab lab) throws IOException, InterruptedException {
        Outcome.Draft draft = new Outcome.Draft(this);
        int seconds = lab.options().seconds();
        double best = 0;
        double last = 0;
        long coldStarts = 0;
        for (int callers : CALLERS) {
            // Each on a stack of its own: directories that an earlier run has filled are dearer to list.
            try (ElasticStack stack = lab.start(List.of(
                            "--deployments",
                            Integer.toString(DEPLOYMENTS),
                            "--pool-cpu-millis",
                            Integer.toString(DEPLOYMENTS * lab.options().cpuMillis())));
                    LoadProcess load = stack.load()) {
                load.makeTree();
                load.run("small-pool-warm", "mix", WARM_CALLERS, Schedule.closed(seconds), DRAIN);
                Run run = draft.add(load.run("small-pool-" + callers, "mix", callers, Schedule.closed(seconds), DRAIN));
                last = run.perSecond(seconds / 4, seconds);
                best = Math.max(best, last);
                coldStarts += run.rows().stream()
                        .mapToLong(row -> row.server().coldStarts())
                        .sum();
                draft.must("small pool, " + callers + " callers", load.verify());
            }
        }
        draft.must(Target.atLeast(
                "small pool: with " + CALLERS.get(CALLERS.size() - 1) + " callers, / the best",
                last / best,
                MUST,
                "×"));
        draft.must(Target.atMost(
                "small pool: cold starts a minute",
                coldStarts * 60.0 / (seconds * CALLERS.size()),
                MUST_COLD_STARTS,
                ""));
        draft.note(String.format(Locale.ROOT, "At best %.0f operations a second, with most callers %.0f.", best, last));
        return draft.outcome();
    }
}
