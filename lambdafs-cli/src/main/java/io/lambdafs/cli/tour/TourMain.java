package io.lambdafs.cli.tour;

import io.lambdafs.client.ClientMetrics;
import io.lambdafs.client.TransportMetrics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** Takes the tour: {@code TourMain REPOSITORY}. Exits with 1 and a sentence when something is not as it must be. */
public final class TourMain {
    private TourMain() {}

    public static void main(String[] args) {
        int status = 0;
        try {
            take(Path.of(args[0]));
        } catch (IOException e) {
            System.err.println("tour: " + e);
            status = 1;
        } catch (InterruptedException e) {
            status = 1;
        }
        System.exit(status);
    }

    private static void take(Path repository) throws IOException, InterruptedException {
        Configuration configuration = new Configuration();
        SourceTree tree = SourceTree.of(repository);
        try (FileSystem fileSystem = FileSystem.get(configuration)) {
            System.out.println("A tour of " + fileSystem.getUri() + " with the "
                    + tree.files().size() + " files of this repository");
            Tour tour = new Tour(fileSystem, tree, new Steps(System.out));
            tour.take();
        }
        print(ClientMetrics.ofThisJvm());
    }

    private static void print(ClientMetrics metrics) {
        System.out.println();
        System.out.printf(
                Locale.ROOT, "  %-10s %12s %12s %12s %12s%n", "transport", "operations", "mean ms", "p50 ms", "p99 ms");
        print("HTTP", metrics.http());
        print("TCP", metrics.tcp());
        System.out.printf(Locale.ROOT, "  resubmitted requests: %d%n", metrics.resubmissions());
        System.out.flush();
    }

    private static void print(String name, TransportMetrics transport) {
        System.out.printf(
                Locale.ROOT,
                "  %-10s %12d %12.2f %12.2f %12.2f%n",
                name,
                transport.answered(),
                transport.meanNanos() / 1e6,
                transport.percentileNanos(0.5) / 1e6,
                transport.percentileNanos(0.99) / 1e6);
    }
}
