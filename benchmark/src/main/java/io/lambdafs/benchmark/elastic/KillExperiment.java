package io.lambdafs.benchmark.elastic;

import io.lambdafs.benchmark.open.Schedule;
import io.lambdafs.benchmark.stack.InstanceKiller;
import io.lambdafs.benchmark.verdict.Target;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Instances that die: one is killed every five seconds, of each deployment in turn (section 5.6, every thirty seconds there). */
final class KillExperiment implements ElasticExperiment {
    private static final int DEPLOYMENTS = 2;
    private static final int CALLERS = 128;
    private static final int EVERY_MILLIS = 5_000;
    private static final int DRAIN = 60;
    private static final double SHARE = 0.4;
    private static final int WARM_SECONDS = 20;
    private static final double MUST_THROUGHPUT = 0.8;
    private static final double MUST_MILLIS = 1_500;
    private static final double STRETCH_MILLIS = 500;

    @Override
    public String name() {
        return "kills";
    }

    @Override
    public String title() {
        return "An instance is killed every five seconds under the mix";
    }

    @Override
    public Outcome run(Lab lab) throws IOException, InterruptedException {
        Outcome.Draft draft = new Outcome.Draft(this);
        int seconds = lab.options().seconds();
        try (ElasticStack stack = lab.startScalable(DEPLOYMENTS);
                LoadProcess load = stack.load()) {
            load.makeTree();
            Run warm = load.run("kills-warm", "mix", CALLERS / 4, Schedule.closed(WARM_SECONDS), DRAIN);
            int rate = (int) Math.max(1, SHARE * warm.perSecond(WARM_SECONDS / 2, WARM_SECONDS));
            Schedule schedule = Schedule.constant(rate, seconds);
            Run calm = draft.add(load.run("kills-undisturbed", "mix", CALLERS, schedule, DRAIN));
            Run killed = draft.add(
                    load.during("kills", "mix", CALLERS, schedule, DRAIN, begin -> kill(stack, begin, seconds)));
            draft.must(Target.atLeast(
                    "kills: operations done in time, / undisturbed",
                    killed.perSecond(0, seconds) / calm.perSecond(0, seconds),
                    MUST_THROUGHPUT,
                    "×"));
            draft.must(Target.atMost("kills: p99", killed.summary().p99Micros() / 1e3, MUST_MILLIS, "ms")
                    .orBetter(STRETCH_MILLIS));
            draft.must(Target.atMost(
                    "kills: operations that failed",
                    killed.summary().failed() + (double) calm.summary().failed(),
                    0,
                    ""));
            draft.must("kills", load.verify());
        }
        return draft.outcome();
    }

    private static List<Run.Event> kill(ElasticStack stack, long beginMillis, int seconds)
            throws IOException, InterruptedException {
        List<Run.Event> events = new ArrayList<>();
        for (int i = 1; i * EVERY_MILLIS < seconds * 1_000; i++) {
            long wait = beginMillis + (long) i * EVERY_MILLIS - System.currentTimeMillis();
            TimeUnit.MILLISECONDS.sleep(Math.max(0, wait));
            String action = "namenode" + i % DEPLOYMENTS;
            if (InstanceKiller.killOldest(stack.platform(), action)) {
                events.add(new Run.Event((System.currentTimeMillis() - beginMillis) / 1e3, "killed"));
            }
        }
        return events;
    }
}
