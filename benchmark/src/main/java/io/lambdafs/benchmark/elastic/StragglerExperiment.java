package io.lambdafs.benchmark.elastic;

import io.lambdafs.benchmark.open.Schedule;
import io.lambdafs.benchmark.process.CpuQuota;
import io.lambdafs.benchmark.process.Platform;
import io.lambdafs.benchmark.verdict.Target;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** An instance that has become slow: its limit of CPU is lowered to a twentieth, once with and once without mitigation (appendix B). */
final class StragglerExperiment implements ElasticExperiment {
    private static final String MITIGATION = "lambdafs.client.straggler.mitigation=";
    private static final String WORK = "open";
    private static final int CALLERS = 64;
    private static final int DRAIN = 30;
    private static final double SHARE = 0.4;
    private static final double SLOWED_TO = 0.05;
    private static final int WARM_SECONDS = 20;
    private static final int BEFORE_MILLIS = 3_000;
    private static final double MUST = 0.3;
    private static final double STRETCH = 0.1;

    @Override
    public String name() {
        return "straggler";
    }

    @Override
    public String title() {
        return "One instance is slowed to 5 % of its CPU, without and with mitigation";
    }

    @Override
    public Outcome run(Lab lab) throws IOException, InterruptedException {
        Outcome.Draft draft = new Outcome.Draft(this);
        Run without;
        Run with;
        try (ElasticStack stack = lab.startScalable(1)) {
            int rate;
            try (LoadProcess load = process(stack, draft, false)) {
                rate = (int) Math.max(1, SHARE * warm(load, "straggler-without-warm"));
                without = measure(lab, stack, load, draft, "straggler-without", rate);
            }
            try (LoadProcess load = process(stack, draft, true)) {
                warm(load, "straggler-with-warm");
                with = measure(lab, stack, load, draft, "straggler-with", rate);
            }
        }
        draft.must(Target.atMost(
                        "straggler: p99 with mitigation, / without",
                        with.summary().p99Micros() / without.summary().p99Micros(),
                        MUST,
                        "×")
                .orBetter(STRETCH));
        draft.must(Target.atMost(
                "straggler: operations that failed",
                with.summary().failed() + (double) without.summary().failed(),
                0,
                ""));
        draft.note(String.format(
                Locale.ROOT,
                "p99 %.1f ms without and %.1f ms with mitigation; %d requests were sent again",
                without.summary().p99Micros() / 1e3,
                with.summary().p99Micros() / 1e3,
                with.rows().stream().mapToLong(row -> row.client().stragglers()).sum()));
        return draft.outcome();
    }

    /** Operations a second of a closed loop, after which there are several instances whose code is compiled. */
    private static double warm(LoadProcess load, String name) throws IOException, InterruptedException {
        load.makeTree();
        Run run = load.run(name, WORK, CALLERS, Schedule.closed(WARM_SECONDS), DRAIN);
        return run.perSecond(WARM_SECONDS / 2, WARM_SECONDS);
    }

    private static Run measure(
            Lab lab, ElasticStack stack, LoadProcess load, Outcome.Draft draft, String name, int rate)
            throws IOException, InterruptedException {
        List<CpuQuota> lowered = new ArrayList<>();
        Schedule schedule = Schedule.constant(rate, lab.options().seconds());
        try {
            return draft.add(
                    load.during(name, WORK, CALLERS, schedule, DRAIN, begin -> slow(stack, begin, lowered, draft)));
        } finally {
            for (CpuQuota quota : lowered) {
                quota.close();
            }
        }
    }

    private static LoadProcess process(ElasticStack stack, Outcome.Draft draft, boolean mitigated)
            throws IOException, InterruptedException {
        try {
            return stack.load(MITIGATION + mitigated);
        } catch (IOException e) {
            draft.note("This version's client has no setting " + MITIGATION + mitigated + " and ran without it.");
            return stack.load();
        }
    }

    private static List<Run.Event> slow(
            ElasticStack stack, long beginMillis, List<CpuQuota> lowered, Outcome.Draft draft)
            throws IOException, InterruptedException {
        TimeUnit.MILLISECONDS.sleep(Math.max(0, beginMillis + BEFORE_MILLIS - System.currentTimeMillis()));
        List<Platform.PooledInstance> serving = stack.platform().pool().instances().stream()
                .filter(instance -> instance.pid() > 0)
                .filter(instance ->
                        instance.state().equals("warm") || instance.state().equals("busy"))
                .toList();
        if (serving.size() < 2) {
            draft.note("Only " + serving.size() + " instance served, so there was no other one to send anything to.");
        }
        if (serving.isEmpty()) {
            return List.of();
        }
        try {
            lowered.add(CpuQuota.lower(serving.get(0).pid(), SLOWED_TO));
        } catch (IOException e) {
            draft.note("No instance could be slowed: " + e.getMessage());
            return List.of();
        }
        return List.of(new Run.Event((System.currentTimeMillis() - beginMillis) / 1e3, "slowed"));
    }
}
