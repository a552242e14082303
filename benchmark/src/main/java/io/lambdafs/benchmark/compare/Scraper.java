package io.lambdafs.benchmark.compare;

import io.lambdafs.benchmark.process.Platform;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Reads the metrics of a stack once a second, as Prometheus does every 15 s or so: of the platform with all instances, and of a gateway. */
final class Scraper implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread made = new Thread(task, "scraper");
        made.setDaemon(true);
        return made;
    });
    private final Future<?> readings;

    private Scraper(Platform platform, URI gateway) {
        readings = thread.scheduleWithFixedDelay(() -> read(platform, gateway), 0, 1, TimeUnit.SECONDS);
    }

    static Scraper start(Platform platform, URI gateway) {
        return new Scraper(platform, gateway);
    }

    private void read(Platform platform, URI gateway) {
        try {
            platform.metrics();
            HttpRequest request = HttpRequest.newBuilder(gateway.resolve("/prom"))
                    .timeout(TIMEOUT)
                    .build();
            int status =
                    http.send(request, HttpResponse.BodyHandlers.ofByteArray()).statusCode();
            if (status != 200) {
                throw new IOException(request.uri() + " answered with status " + status);
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Fails if a reading has failed: nothing was read since. */
    void check() throws IOException {
        if (readings.isDone()) {
            throw new IOException("metrics could not be read");
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
