package io.lambdafs.openwhisk.platform.pool;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A running container, whatever it is made of. Methods may be called from any thread. */
public interface Instance {
    /** The process id. */
    long pid();

    /** A name that no other instance has; calls carry it, so that no process but this one takes them. */
    String name();

    /** Where it listens, or soon will. */
    InetSocketAddress address();

    boolean isAlive();

    /** Completes when the process has ended. */
    CompletableFuture<?> exited();

    /** Stops the process where it is; returns when the signal is sent. */
    void pause();

    /** Continues a paused process. */
    void resume();

    /** Ends the process: asks first, and after the grace time no more. Does not block longer than that. */
    void stop(int graceMillis);

    /**
     * What the activation that has just ended logged, at most so many bytes.
     *
     * @param marked whether the end of its lines is, or soon will be, marked: then this waits for it a bounded time
     */
    List<String> collectLogs(int maxBytes, boolean marked);

    /** What it uses of the machine, as far as that is known; asked now and then, and at least once a second. */
    InstanceUsage usage();

    /**
     * Limits its CPU from now on; until then it may use all there is.
     *
     * @param cpuMillis the share of a core, in thousandths; {@link ActionLimits#UNLIMITED_CPU} sets no limit
     */
    void limitCpu(int cpuMillis);

    /** Why it was ended, if the system ended it because of a limit; empty while that is not known. */
    Optional<String> endedByLimit();

    /** Shortens logs that have grown too large. */
    void trimLogs() throws IOException;
}
