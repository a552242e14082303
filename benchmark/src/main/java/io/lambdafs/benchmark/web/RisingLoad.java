package io.lambdafs.benchmark.web;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Has more and more clients visit the blog, and compares its data afterwards with the answers that they got.
 *
 * @param clients in each step; not fewer than in the one before
 * @param seconds of a step. Clients that come, and instances that start for them, are part of it
 */
record RisingLoad(List<Integer> clients, int seconds) {
    RisingLoad {
        clients = List.copyOf(clients);
    }

    /**
     * A run.
     *
     * @param steps one after the other
     * @param perSecond each second of it as a step of its own, without the time on instances
     * @param posts that were acknowledged, each of which is there once
     * @param errors the first few
     */
    record Run(String title, List<Step> steps, List<Step> perSecond, int posts, int comments, List<String> errors) {
        Run {
            steps = List.copyOf(steps);
            perSecond = List.copyOf(perSecond);
            errors = List.copyOf(errors);
        }

        /** The most requests in a second of any step. */
        double capacity() {
            return steps.stream()
                    .mapToDouble(step -> step.seen().perSecond())
                    .max()
                    .orElse(Double.NaN);
        }

        /** Requests a second on average. */
        double average() {
            return steps.stream()
                    .mapToDouble(step -> step.seen().perSecond())
                    .average()
                    .orElse(Double.NaN);
        }
    }

    /** On a host that nobody has used. */
    Run on(BlogHost host) throws IOException, InterruptedException {
        Ledger ledger = new Ledger();
        for (int i = 0; i < Visit.FIRST_POSTS; i++) {
            Visit post = Visit.post("first-" + i);
            ledger.asked(post);
            host.site().require(post.call());
            ledger.acknowledged(post);
        }
        long begin = System.nanoTime();
        ClientTimeline timeline = new ClientTimeline(begin, clients.size() * seconds);
        try (UsageMeter meter = new UsageMeter(host);
                PacedClients visitors = new PacedClients(host.site(), ledger, timeline)) {
            List<BlogHost.InstanceTime> times = new ArrayList<>(List.of(host.instanceTime()));
            for (int i = 0; i < clients.size(); i++) {
                visitors.raiseTo(clients.get(i));
                long end = begin + TimeUnit.SECONDS.toNanos((i + 1L) * seconds);
                TimeUnit.NANOSECONDS.sleep(end - System.nanoTime());
                times.add(host.instanceTime());
            }
            List<String> errors = List.copyOf(visitors.stop());
            ledger.requireKept(
                    host.site().require(Visit.check()),
                    host.site().require(Visit.home("last").call()));
            return new Run(
                    host.title(),
                    steps(timeline, meter, times),
                    perSecond(timeline, meter),
                    ledger.posts(),
                    ledger.comments(),
                    errors);
        }
    }

    private List<Step> steps(ClientTimeline timeline, UsageMeter meter, List<BlogHost.InstanceTime> times) {
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < clients.size(); i++) {
            int from = i * seconds;
            BlogHost.InstanceTime before = times.get(i);
            BlogHost.InstanceTime after = times.get(i + 1);
            steps.add(new Step(
                    clients.get(i),
                    timeline.between(from, from + seconds),
                    meter.between(from, from + seconds),
                    new BlogHost.InstanceTime(after.calls() - before.calls(), after.seconds() - before.seconds())));
        }
        return steps;
    }

    private List<Step> perSecond(ClientTimeline timeline, UsageMeter meter) {
        List<Step> all = new ArrayList<>();
        for (int second = 0; second < clients.size() * seconds; second++) {
            all.add(new Step(
                    clients.get(second / seconds),
                    timeline.between(second, second + 1),
                    meter.between(second, second + 1),
                    new BlogHost.InstanceTime(0, 0)));
        }
        return all;
    }
}
