package io.lambdafs.namenode.metrics;

import io.lambdafs.metrics.MetricsText;
import io.lambdafs.namenode.NameNodeStats;
import io.lambdafs.namenode.NameNodeStats.MethodStats;
import io.lambdafs.namenode.cache.CacheStats;
import io.lambdafs.namenode.coherence.CoherenceFigures;
import io.lambdafs.namenode.coherence.RoundMetrics;
import io.lambdafs.store.TransactionStatistics;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.latency.LatencyHistogram;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The metrics of one NameNode at one moment, put together part by part. Used by one thread at a time. */
public final class NameNodeMetrics {
    private static final double MILLIS = 1e3;

    private final MetricsText text = new MetricsText();

    /**
     * Adds the operations by method and outcome, and their latency by method.
     *
     * @param isWrite whether the method of this name changes the namespace
     */
    public NameNodeMetrics operations(NameNodeStats stats, Predicate<String> isWrite) {
        Map<String, MethodStats> methods = stats.snapshot();
        text.counter(
                "lambdafs_operations_total",
                "Operations that were answered, by outcome: success, or whose turn it is to act.");
        methods.forEach((method, values) -> {
            String kind = kind(method, isWrite);
            text.sample(values.succeeded(), "method", method, "kind", kind, "outcome", "success");
            for (ErrorCode.Kind turn : ErrorCode.Kind.values()) {
                Long count = values.failures().get(turn);
                if (count != null) {
                    text.sample(count, "method", method, "kind", kind, "outcome", outcome(turn));
                }
            }
        });
        text.histogram(
                "lambdafs_operation_duration_seconds",
                "From taking a request to having its answer, failures included.");
        methods.forEach(
                (method, values) -> text.sample(values.latency(), "method", method, "kind", kind(method, isWrite)));
        text.counter(
                        "lambdafs_busy_seconds_total",
                        "Milliseconds in which at least one request was executed: what pay-per-use is reckoned from.")
                .sample(stats.busyMillis() / MILLIS);
        return this;
    }

    private static String kind(String method, Predicate<String> isWrite) {
        return isWrite.test(method) ? "write" : "read";
    }

    private static String outcome(ErrorCode.Kind turn) {
        return turn.name().toLowerCase(Locale.ROOT) + "_error";
    }

    /**
     * Adds what came how.
     *
     * @param resubmissions requests that were not sent for the first time
     * @param load from 1, idle, to 255, saturated
     */
    public NameNodeMetrics requests(long resubmissions, int load) {
        text.counter("lambdafs_resubmissions_total", "Requests that were not sent for the first time.")
                .sample(resubmissions);
        text.gauge("lambdafs_load_ratio", "Load in the latest fifth of a second; 1 is saturated.")
                .sample(load / 255.0);
        return this;
    }

    /**
     * Adds the connections to clients.
     *
     * @param open TCP connections
     * @param operations requests that came by TCP
     * @param invitations connections that were opened because clients share theirs
     */
    public NameNodeMetrics connections(int open, long operations, long invitations) {
        text.gauge("lambdafs_tcp_connections", "TCP connections to clients that are open.")
                .sample(open);
        text.counter("lambdafs_tcp_operations_total", "Operations that came over TCP connections.")
                .sample(operations);
        text.counter("lambdafs_tcp_invitations_total", "Connections opened because clients share theirs.")
                .sample(invitations);
        return this;
    }

    /** Adds the cache. */
    public NameNodeMetrics cache(CacheStats cache) {
        text.gauge("lambdafs_cache_entries", "Inodes and absent names in the cache.")
                .sample(cache.entries());
        text.gauge("lambdafs_cache_bytes", "Memory that the cache takes up.").sample(cache.bytes());
        text.counter("lambdafs_cache_hits_total", "Reads that were answered from the cache.")
                .sample(cache.hits());
        text.counter("lambdafs_cache_misses_total", "Reads that were not.").sample(cache.misses());
        text.counter("lambdafs_cache_evictions_total", "Entries dropped for want of space.")
                .sample(cache.evictions());
        text.counter("lambdafs_cache_invalidations_total", "INVs that were carried out, own ones included.")
                .sample(cache.invalidations());
        return this;
    }

    /** Adds the coherence protocol. */
    public NameNodeMetrics coherence(CoherenceFigures figures, RoundMetrics rounds) {
        text.gauge(
                        "lambdafs_lease_valid",
                        "1 while the instance can prove that its session with the coordinator lives.")
                .sample(figures.leaseValid() ? 1 : 0);
        text.gauge(
                        "lambdafs_join_valid",
                        "1 while the instance executes writes: each member has acknowledged its join.")
                .sample(figures.admitted() ? 1 : 0);
        text.gauge("lambdafs_sharers", "Other instances that this one tells of its writes.")
                .sample(figures.sharers());
        text.counter(
                        "lambdafs_rounds_total",
                        "Rounds: led to their end, alone with nobody to tell, failed and rolled back.")
                .sample(rounds.led().count(), "result", "led")
                .sample(figures.alone(), "result", "alone")
                .sample(figures.failed(), "result", "failed");
        text.counter("lambdafs_invs_sent_total", "Rounds whose INV went out.").sample(figures.led());
        text.counter("lambdafs_invs_acknowledged_total", "INVs of other instances that this one acknowledged.")
                .sample(figures.followed());
        text.counter("lambdafs_acks_received_total", "ACKs of other instances to own INVs.")
                .sample(rounds.acknowledgements());
        text.histogram("lambdafs_round_duration_seconds", "From the INV of a round to its last ACK.")
                .sample(rounds.led());
        text.histogram("lambdafs_inv_duration_seconds", "From an INV's arrival to the own ACK.")
                .sample(rounds.followed());
        return this;
    }

    /**
     * Adds the store.
     *
     * @param roundTrips waits for an answer of the store; empty if they are not counted
     */
    public NameNodeMetrics store(TransactionStatistics transactions, Optional<LatencyHistogram.Snapshot> roundTrips) {
        text.histogram("lambdafs_store_transaction_duration_seconds", "Transactions, each attempt for itself.")
                .sample(transactions.reads(), "kind", "read")
                .sample(transactions.writes(), "kind", "write");
        text.counter("lambdafs_store_failures_total", "Attempts that failed because of the store or of a conflict.")
                .sample(transactions.failures());
        text.counter("lambdafs_store_retries_total", "Transactions that were run again after such a failure.")
                .sample(transactions.retries());
        roundTrips.ifPresent(waits -> text.histogram(
                        "lambdafs_store_round_trip_duration_seconds", "Waits for an answer of the store.")
                .sample(waits));
        return this;
    }

    /** Adds the audit log. */
    public NameNodeMetrics audit(long written, long lost) {
        text.counter("lambdafs_audit_lines_total", "Lines of the audit log.")
                .sample(written, "result", "written")
                .sample(lost, "result", "lost");
        return this;
    }

    /** Adds the memory of the process. */
    public NameNodeMetrics memory() {
        Runtime runtime = Runtime.getRuntime();
        text.gauge("lambdafs_heap_used_bytes", "Java's heap in use, garbage included.")
                .sample((double) runtime.totalMemory() - runtime.freeMemory());
        text.gauge("lambdafs_heap_max_bytes", "The most that Java's heap may become.")
                .sample(runtime.maxMemory());
        ResidentMemory.bytes()
                .ifPresent(bytes -> text.gauge("lambdafs_resident_memory_bytes", "Memory of the process.")
                        .sample(bytes));
        return this;
    }

    /** The text for Prometheus. */
    public String text() {
        return text.toString();
    }
}
