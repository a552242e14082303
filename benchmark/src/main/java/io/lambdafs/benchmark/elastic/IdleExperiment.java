package io.lambdafs.benchmark.elastic;

import io.lambdafs.benchmark.open.Schedule;
import io.lambdafs.benchmark.verdict.Target;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** Scaling in to nothing: two minutes in which nobody calls, and then one call. */
final class IdleExperiment implements ElasticExperiment {
    private static final int IDLE_SECONDS = 120;
    private static final int RATE = 200;
    private static final int CALLERS = 32;
    private static final int SECONDS = 10;
    private static final int DRAIN = 10;
    private static final double MUST_MILLIS = 1_000;
    private static final double STRETCH_MILLIS = 300;

    @Override
    public String name() {
        return "idle";
    }

    @Override
    public String title() {
        return "Nobody calls for two minutes, and then somebody does";
    }

    @Override
    public Outcome run(Lab lab) throws IOException, InterruptedException {
        Outcome.Draft draft = new Outcome.Draft(this);
        try (ElasticStack stack = lab.start(List.of());
                LoadProcess load = stack.load()) {
            load.makeTree();
            draft.add(load.run("idle", "stat", CALLERS, Schedule.constant(RATE, SECONDS), DRAIN));
            double gone = stack.await(pool -> pool.instances().isEmpty(), IDLE_SECONDS);
            int left = stack.platform().pool().instances().size();
            if (gone >= 0) {
                lab.say(String.format(Locale.ROOT, "the last instance has gone after %.0f s", gone));
                draft.note(String.format(Locale.ROOT, "The last instance has gone after %.0f s without a call.", gone));
            } else {
                draft.note(left + " instances are still there after two minutes without a call.");
            }
            draft.must(Target.atMost("idle: instances left after two minutes", left, 0, ""));
            double millis = load.onceMillis();
            draft.must(Target.atMost("idle: first answer after that", millis, MUST_MILLIS, "ms")
                    .orBetter(STRETCH_MILLIS));
        }
        return draft.outcome();
    }
}
