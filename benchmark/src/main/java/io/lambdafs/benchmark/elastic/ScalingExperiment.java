package io.lambdafs.benchmark.elastic;

import io.lambdafs.benchmark.open.Schedule;
import io.lambdafs.benchmark.verdict.Target;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What scaling is worth: reads by a closed loop of callers, with any number of instances, with two for each deployment, and with one (figure 14). */
final class ScalingExperiment implements ElasticExperiment {
    private static final int DEPLOYMENTS = 1;
    private static final int CALLERS = 64;
    private static final int DRAIN = 5;
    private static final String MIX = "mix";
    private static final List<String> WORKS = List.of("stat", "open", MIX);
    private static final double MUST = 2;
    private static final double STRETCH = 3;

    @Override
    public String name() {
        return "scaling";
    }

    @Override
    public String title() {
        return "Scaling on, limited to two instances of each function, and off";
    }

    @Override
    public Outcome run(Lab lab) throws IOException, InterruptedException {
        Outcome.Draft draft = new Outcome.Draft(this);
        boolean bounded = lab.hasStartOption("--max-instances");
        if (!bounded) {
            draft.note("This version has no 'lambdafs start --max-instances': the pool's CPU takes its place.");
        }
        Map<String, Double> perSecond = new LinkedHashMap<>();
        for (int most : new int[] {0, 2, 1}) {
            List<String> options = new ArrayList<>(List.of("--deployments", "" + DEPLOYMENTS));
            if (bounded) {
                options.addAll(List.of("--max-instances", "" + most));
            }
            options.addAll(
                    bounded || most == 0
                            ? lab.pool()
                            : List.of(
                                    "--pool-cpu-millis",
                                    "" + most * DEPLOYMENTS * lab.options().cpuMillis()));
            try (ElasticStack stack = lab.start(options);
                    LoadProcess load = stack.load()) {
                load.makeTree();
                for (String work : WORKS) {
                    int seconds = lab.options().seconds();
                    Run run = draft.add(load.run(
                            "scaling-" + label(most) + "-" + work, work, CALLERS, Schedule.closed(seconds), DRAIN));
                    // New instances have to compile their code first.
                    perSecond.put(work + most, run.perSecond(seconds * 2 / 3, seconds));
                }
            }
        }
        for (String work : WORKS) {
            double off = perSecond.getOrDefault(work + 1, Double.NaN);
            // Writes have to tell siblings, so for the mix nothing is promised; it has to be known all the same.
            double ratio = perSecond.getOrDefault(work + 0, Double.NaN) / off;
            draft.must(
                    work.equals(MIX)
                            ? Target.atLeast("scaling: mix, on / off", ratio, 0, "×")
                                    .orBetter(1)
                            : Target.atLeast("scaling: " + work + ", on / off", ratio, MUST, "×")
                                    .orBetter(STRETCH));
            draft.note(String.format(
                    Locale.ROOT,
                    "%s: %.0f operations a second with scaling, %.0f with two instances of each function (%.2f ×), %.0f with one",
                    work,
                    perSecond.getOrDefault(work + 0, Double.NaN),
                    perSecond.getOrDefault(work + 2, Double.NaN),
                    perSecond.getOrDefault(work + 2, Double.NaN) / off,
                    off));
        }
        return draft.outcome();
    }

    private static String label(int most) {
        return switch (most) {
            case 0 -> "on";
            case 1 -> "off";
            default -> "two";
        };
    }
}
