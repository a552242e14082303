package io.lambdafs.datanode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Pause;
import io.lambdafs.store.StoreException;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Supplier;

/** Opens the store at a process's start, and waits for one that is not running yet. */
final class AwaitedStore {
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(500);

    private final InstantSource clock;
    private final Pause pause;
    private final PrintStream messages;

    AwaitedStore(InstantSource clock, Pause pause, PrintStream messages) {
        this.clock = requireNonNull(clock, "clock");
        this.pause = requireNonNull(pause, "pause");
        this.messages = requireNonNull(messages, "messages");
    }

    /**
     * Opens the store; tries again for so long.
     *
     * @param place where it is, for messages: without a password
     * @throws DataNodeStartException if it could not be reached, or cannot be used
     */
    MetadataStore open(String place, Supplier<MetadataStore> opener, Duration wait) {
        Instant end = clock.instant().plus(wait);
        boolean said = false;
        while (true) {
            try {
                return opener.get();
            } catch (StoreException e) {
                if (e.kind() != StoreException.Kind.UNAVAILABLE) {
                    throw new DataNodeStartException("the store refuses: " + e.getMessage(), e);
                }
                if (!clock.instant().isBefore(end) || Thread.currentThread().isInterrupted()) {
                    throw new DataNodeStartException(
                            "no store answers at " + place + " (" + e.getMessage()
                                    + "): start it, or give its address with --store",
                            e);
                }
                if (!said) {
                    messages.println("waiting up to " + wait.toSeconds() + " s for the store at " + place);
                    said = true;
                }
                pause.pause(BETWEEN_TRIES);
            }
        }
    }
}
