package io.lambdafs.benchmark.elastic;

import io.lambdafs.benchmark.open.Schedule;
import io.lambdafs.benchmark.verdict.Target;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/**
 * A burst of seven times the load, as in the λFS paper's workload (section 5.2): the load is 0.3 of what one instance per deployment can do, so the
 * burst is more than twice that. It has the reads of that workload; with its writes there is a second burst, which is judged by its namespace only.
 */
final class StepExperiment implements ElasticExperiment {
    private static final int DEPLOYMENTS = 2;
    private static final int CALLERS = 256;
    private static final int CALLERS_ALONE = 32;
    private static final double SHARE = 0.3;
    private static final int BURST = 7;
    private static final int BURST_SECONDS = 15;
    /** Long enough for connections and caches, and for siblings that making the tree has asked for to go. */
    static final int BEFORE = 30;

    private static final int AFTER = 10;
    private static final int DRAIN = 30;
    private static final int ALONE_SECONDS = 10;
    private static final int TO_SCALE_IN = 90;
    private static final double LAST_DONE = BURST_SECONDS + 1.0;

    @Override
    public String name() {
        return "step";
    }

    @Override
    public String title() {
        return "Step to seven times the load for 15 s, from one instance per deployment";
    }

    @Override
    public Outcome run(Lab lab) throws IOException, InterruptedException {
        Outcome.Draft draft = new Outcome.Draft(this);
        judge(burst(lab, draft, "step", "mix-reads"), draft);
        Run mix = burst(lab, draft, "step-mix", "mix");
        draft.note(String.format(
                Locale.ROOT,
                "Of a burst of the whole mix, with its writes, %.2f were done within 3 s, with at most %.0f instances. Writes have to tell"
                        + " siblings, so there is no target.",
                share(mix, row -> row.client().dueWithin3s()),
                mix.most(row -> row.server().present())));
        return draft.outcome();
    }

    private static Run burst(Lab lab, Outcome.Draft draft, String name, String work)
            throws IOException, InterruptedException {
        try (ElasticStack stack = lab.startScalable(DEPLOYMENTS)) {
            int rate = (int) Math.max(1, SHARE * alone(stack, draft, name + "-alone", work));
            double back = stack.await(pool -> pool.instances().size() <= DEPLOYMENTS, TO_SCALE_IN);
            if (back < 0) {
                draft.note(name + ": the stack has not come back to one instance per deployment within " + TO_SCALE_IN
                        + " s before the step.");
            }
            try (LoadProcess load = stack.load()) {
                load.makeTree();
                Schedule schedule = Schedule.constant(rate, BEFORE)
                        .then(BURST * rate, BURST_SECONDS)
                        .then(rate, Math.max(AFTER, lab.options().seconds() - AFTER));
                Run run = draft.add(load.run(name, work, CALLERS, schedule, DRAIN)
                        .with(List.of(
                                new Run.Event(BEFORE, "burst"), new Run.Event(BEFORE + BURST_SECONDS, "burst ends"))));
                draft.must(name, load.verify());
                return run;
            }
        }
    }

    /** What one instance per deployment does, in operations a second, when its code has been compiled. */
    private static double alone(ElasticStack stack, Outcome.Draft draft, String name, String work)
            throws IOException, InterruptedException {
        try (LoadProcess load =
                stack.load("lambdafs.client.scale-out-load=0", "lambdafs.client.http-replacement-probability=0")) {
            load.makeTree();
            Run run = draft.add(load.run(name, work, CALLERS_ALONE, Schedule.closed(2 * ALONE_SECONDS), DRAIN));
            return run.perSecond(ALONE_SECONDS, 2 * ALONE_SECONDS);
        }
    }

    /** Of the operations that were due in the burst, those that a count counts. */
    private static double share(Run run, ToLongFunction<Run.Row> count) {
        List<Run.Row> burst = run.between(BEFORE, BEFORE + BURST_SECONDS);
        return burst.stream().mapToLong(count).sum()
                / (double) burst.stream().mapToLong(row -> row.client().due()).sum();
    }

    static void judge(Run run, Outcome.Draft draft) {
        List<Run.Row> burst = run.between(BEFORE, BEFORE + BURST_SECONDS);
        double last = burst.stream()
                                .mapToLong(row -> row.client().lastDoneMicros())
                                .max()
                                .orElse(0)
                        / 1e6
                - BEFORE;
        draft.must(Target.atLeast(
                "step: share of the burst that was done",
                share(run, row -> row.client().dueDone()),
                1,
                ""));
        // The last operation is due when the burst ends, and has a second.
        draft.must(Target.atMost("step: last of the burst done after its begin", last, LAST_DONE, "s"));
        draft.must(Target.atLeast(
                "step: share done within 3 s of when it was due",
                share(run, row -> row.client().dueWithin3s()),
                0.9,
                ""));
        draft.must(Target.atLeast(
                        "step: share done within 1 s",
                        share(run, row -> row.client().dueWithin1s()),
                        0,
                        "")
                .orBetter(0.95));
        int before = run.rows().get(BEFORE - 1).server().present();
        for (int i = BEFORE; i < run.rows().size(); i++) {
            if (run.rows().get(i).server().present() > before) {
                draft.note(String.format(
                        Locale.ROOT,
                        "The platform started a further instance in second %d of the burst; %d were there before it, and %.0f"
                                + " at most.",
                        i - BEFORE + 1,
                        before,
                        run.most(row -> row.server().present())));
                return;
            }
        }
        draft.note("The platform started no further instance: " + before + " were there all the time.");
    }
}
