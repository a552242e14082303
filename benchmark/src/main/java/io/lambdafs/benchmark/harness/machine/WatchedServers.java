package io.lambdafs.benchmark.harness.machine;

import io.lambdafs.benchmark.cost.Prices;
import io.lambdafs.benchmark.process.Platform;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/**
 * The servers of the file system that is measured, as far as they can be looked at.
 *
 * @param platform λFS's platform; empty if it is another file system, or does not answer
 * @param processes servers on this machine
 * @param prices of what functions use
 */
public record WatchedServers(Optional<Platform> platform, List<Long> processes, Optional<Prices> prices) {
    /** None that can be looked at. */
    public static final WatchedServers NONE = new WatchedServers(Optional.empty(), List.of(), Optional.empty());

    /** With the name of the file system behind it, the key of the class by which Hadoop's client reaches it. */
    private static final String PROVIDER = "dfs.client.failover.proxy.provider.";

    private static final String OWN_CLIENT = "io.lambdafs.";
    private static final String URL = "lambdafs.client.openwhisk.url";
    private static final String KEY = "lambdafs.client.openwhisk.auth";

    public WatchedServers {
        processes = List.copyOf(processes);
    }

    /**
     * Those of a file system.
     *
     * @param processes servers on this machine
     * @param prices of what functions use
     * @param asksPlatform whether λFS's platform is asked for its metrics
     * @param notes takes a sentence if λFS's platform does not show its metrics
     * @throws IllegalArgumentException if one of the processes is not there
     */
    public static WatchedServers of(
            FileSystem fs, List<Long> processes, Prices prices, boolean asksPlatform, Consumer<String> notes)
            throws IOException, InterruptedException {
        for (long pid : processes) {
            if (ProcessHandle.of(pid).isEmpty()) {
                throw new IllegalArgumentException("--servers: there is no process " + pid + " on this machine");
            }
        }
        Configuration settings = fs.getConf();
        if (!asksPlatform
                || !settings.get(PROVIDER + fs.getUri().getHost(), "").startsWith(OWN_CLIENT)
                || settings.get(URL) == null
                || settings.get(KEY, "").isEmpty()) {
            return new WatchedServers(Optional.empty(), processes, Optional.empty());
        }
        Platform platform = Platform.of(settings);
        try {
            platform.metrics();
        } catch (IOException e) {
            notes.accept("the timeline has nothing of the instances, because the platform does not show its metrics: "
                    + e.getMessage());
            return new WatchedServers(Optional.empty(), processes, Optional.empty());
        }
        return new WatchedServers(Optional.of(platform), processes, Optional.of(prices));
    }

    /** Begins to look at them, so long from now, and again after each interval. */
    public ServerWatch watch(long delayNanos, long intervalNanos) {
        return new ServerWatch(platform, processes, prices, delayNanos, intervalNanos);
    }
}
