package io.lambdafs.benchmark.web;

import java.io.IOException;

/** Something that runs the blog and can say what it uses for it. */
interface BlogHost extends AutoCloseable {
    /**
     * All counts at a moment.
     *
     * @param instances that run the blog
     * @param applicationMicros CPU time of the processes that run the blog, so far
     * @param servicesMicros CPU time of what they need besides: platform, store and coordinator
     */
    record Usage(int instances, long applicationMicros, long servicesMicros) {}

    /**
     * How long calls ran on instances.
     *
     * @param calls that have ended so far
     * @param seconds so far
     */
    record InstanceTime(long calls, double seconds) {}

    String title();

    Site site();

    /** Called once a second by one thread. */
    Usage usage() throws IOException, InterruptedException;

    /** What the calls so far would be billed for; zero of what is not billed by the call. */
    InstanceTime instanceTime() throws IOException, InterruptedException;

    @Override
    void close() throws IOException;
}
