package io.lambdafs.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * The one system that all tests of a JVM share which do not break it; started when the first asks for it, stopped when the
 * last has ended.
 */
public final class SharedStack implements LauncherSessionListener {
    private static final Object LOCK = new Object();
    private static final StringBuilder FAILURE = new StringBuilder();
    private static final java.util.concurrent.atomic.AtomicReference<Optional<Stack>> STACK =
            new java.util.concurrent.atomic.AtomicReference<>(Optional.empty());

    /** The shared system; a start that failed once is not tried again. */
    public static Stack get() {
        synchronized (LOCK) {
            if (FAILURE.length() > 0) {
                throw new IllegalStateException("the shared system did not start: " + FAILURE);
            }
            if (STACK.get().isEmpty()) {
                try {
                    STACK.set(Optional.of(Stack.start(2, 1, "--min-block-size", "0")));
                } catch (IOException e) {
                    FAILURE.append(e);
                    throw new UncheckedIOException(e);
                }
            }
            return STACK.get().orElseThrow();
        }
    }

    @Override
    public void launcherSessionClosed(LauncherSession session) {
        STACK.get().ifPresent(stack -> {
            try {
                stack.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
