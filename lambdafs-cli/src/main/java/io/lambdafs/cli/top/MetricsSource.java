package io.lambdafs.cli.top;

import java.nio.file.Path;
import java.util.Optional;

/** Where metrics come from. */
@FunctionalInterface
public interface MetricsSource {
    /** What the platform and its instances count now, in Prometheus' text format. */
    String read();

    /** Finds the stack that is meant. */
    @FunctionalInterface
    interface Finder {
        /** The metrics of the stack in this data directory, or in the usual one. */
        MetricsSource find(Optional<Path> dataDirectory);
    }
}
