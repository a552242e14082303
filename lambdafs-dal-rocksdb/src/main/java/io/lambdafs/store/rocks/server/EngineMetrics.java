package io.lambdafs.store.rocks.server;

import io.lambdafs.metrics.MetricsText;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.maintenance.StoreFigure;
import io.lambdafs.store.rocks.engine.Engine;
import io.lambdafs.store.rocks.engine.EngineEvent;
import io.lambdafs.store.rocks.engine.EngineReply;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What the engine and its server count, for Prometheus. Thread-safe. */
final class EngineMetrics {
    private static final long PATIENCE_SECONDS = 2;

    /** The figures that the engine has for people, in the order of the page. */
    private static final List<Metric> OF_FIGURES = List.of(
            Metric.counter("commits since the start", "lambdafs_engine_commits_total", "Transactions that committed."),
            Metric.gauge("inodes", "lambdafs_engine_inodes", "Files and directories."),
            Metric.gauge("blocks", "lambdafs_engine_blocks", "Blocks of files."),
            Metric.gauge("open transactions", "lambdafs_engine_open_transactions", "Transactions under way."),
            Metric.gauge("registered writers", "lambdafs_engine_writers", "NameNodes and DataNodes that may write."),
            Metric.gauge(
                    "commits in the change feed", "lambdafs_engine_feed_commits", "Commits that the change feed has."),
            Metric.counter(
                    "compactions since the start",
                    "lambdafs_engine_compactions_total",
                    "Compactions, and full write buffers that were written to files."),
            Metric.counter(
                    "read by compactions since the start",
                    "lambdafs_engine_compaction_read_bytes_total",
                    "What was read for them."),
            Metric.counter(
                    "written by compactions since the start",
                    "lambdafs_engine_compaction_written_bytes_total",
                    "What they wrote."),
            Metric.gauge(
                    "waiting for compaction",
                    "lambdafs_engine_compaction_pending_bytes",
                    "What compactions will probably rewrite next."),
            Metric.gauge("files of rows", "lambdafs_engine_rows_bytes", "Files with rows, without the log."),
            Metric.gauge("directory", "lambdafs_engine_directory_bytes", "The data directory."),
            Metric.gauge("free on the disk", "lambdafs_engine_disk_free_bytes", "Room on its disk."),
            Metric.gauge(
                    "writes refused below",
                    "lambdafs_engine_disk_reserved_bytes",
                    "Writes are refused when the disk has less room."),
            Metric.gauge("write buffers", "lambdafs_engine_write_buffer_bytes", "Rows that are in the log only."),
            Metric.gauge("block cache", "lambdafs_engine_block_cache_bytes", "Rows that were read, in memory."));

    private final Engine engine;
    private final RequestCounts counts;

    EngineMetrics(Engine engine, RequestCounts counts) {
        this.engine = engine;
        this.counts = counts;
    }

    /**
     * A figure as a metric.
     *
     * @param figure its name for people
     */
    private record Metric(String figure, String name, String help, boolean counts) {
        static Metric counter(String figure, String name, String help) {
            return new Metric(figure, name, help, true);
        }

        static Metric gauge(String figure, String name, String help) {
            return new Metric(figure, name, help, false);
        }

        void addTo(MetricsText text, long value) {
            (counts ? text.counter(name, help) : text.gauge(name, help)).sample(value);
        }
    }

    /**
     * Asks the engine, and makes the text.
     *
     * @throws IOException if the engine does not answer in time
     */
    String text() throws IOException {
        Map<String, Long> figures = new HashMap<>();
        figures().forEach(figure -> figures.put(figure.name(), figure.value()));
        MetricsText text = new MetricsText();
        counts.addTo(text);
        text.histogram(
                        "lambdafs_engine_sync_duration_seconds",
                        "Writes of a batch of commits to the log, each with one wait for the disk.")
                .sample(engine.writes());
        for (Metric metric : OF_FIGURES) {
            Long value = figures.get(metric.figure());
            if (value == null) {
                throw new IOException("the engine has no figure '" + metric.figure() + "'");
            }
            metric.addTo(text, value);
        }
        Runtime runtime = Runtime.getRuntime();
        text.gauge("lambdafs_engine_heap_used_bytes", "Java's heap in use, garbage included.")
                .sample(runtime.totalMemory() - runtime.freeMemory());
        return text.toString();
    }

    private List<StoreFigure> figures() throws IOException {
        CompletableFuture<List<StoreFigure>> asked = new CompletableFuture<>();
        engine.submit(new EngineEvent.Figures(new EngineReply<>() {
            @Override
            public void succeed(List<StoreFigure> figures) {
                asked.complete(figures);
            }

            @Override
            public void fail(StoreException why) {
                asked.completeExceptionally(why);
            }
        }));
        try {
            return asked.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new IOException("the engine does not report its figures: " + e.getCause(), e);
        } catch (TimeoutException e) {
            throw new IOException("the engine has not answered within " + PATIENCE_SECONDS + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
