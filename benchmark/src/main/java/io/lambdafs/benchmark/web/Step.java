package io.lambdafs.benchmark.web;

/**
 * What was measured while so many clients were there.
 *
 * @param clients each of which would like a request a second
 * @param seen by the clients
 * @param used by what runs the blog
 * @param time on instances
 */
record Step(int clients, ClientTimeline.Summary seen, UsageMeter.Used used, BlogHost.InstanceTime time) {
    private static final double KEPT_UP = 0.95;

    /** Whether the clients got nearly as many answers as they wanted. */
    boolean keptUp() {
        return seen.perSecond() >= KEPT_UP * clients;
    }
}
