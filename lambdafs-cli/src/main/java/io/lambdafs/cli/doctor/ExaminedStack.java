package io.lambdafs.cli.doctor;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.lambdafs.store.StoreConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * A stack as the doctor sees it.
 *
 * @param dataDirectory where it keeps everything
 * @param status what {@code lambdafs status --json} says
 * @param metrics what the platform and its instances count; throws if the platform does not tell
 * @param store how to open its store; throws with a sentence if that cannot be found out
 * @param coordinatorAnswers whether its coordinator answers
 */
public record ExaminedStack(
        Path dataDirectory,
        JsonNode status,
        Supplier<String> metrics,
        Supplier<StoreConfig> store,
        BooleanSupplier coordinatorAnswers) {
    public ExaminedStack {
        requireNonNull(dataDirectory, "dataDirectory");
        requireNonNull(status, "status");
        requireNonNull(metrics, "metrics");
        requireNonNull(store, "store");
        requireNonNull(coordinatorAnswers, "coordinatorAnswers");
    }

    /** Finds the stack that is meant. */
    @FunctionalInterface
    public interface Finder {
        /** The stack in this data directory, or in the usual one. */
        ExaminedStack find(Optional<Path> dataDirectory);
    }

    /**
     * A process of the stack that is no function instance.
     *
     * @param pid 0 if it does not run
     * @param address for people; empty if it does not run
     */
    record Part(String name, boolean running, long pid, String address) {}

    List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        for (JsonNode part : status.path("components")) {
            parts.add(new Part(
                    part.path("name").asText(),
                    part.path("running").asBoolean(),
                    part.path("pid").asLong(),
                    part.path("address").asText("")));
        }
        return parts;
    }

    /** A setting of {@code lambdafs start}; empty if it has none of this name. */
    String setting(String name) {
        return status.path("settings").path(name).asText("");
    }
}
