package io.lambdafs.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * The one system that all tests of a JVM share which do not break it; started when the first asks for it, stopped when the
 * last has ended.
 */
public final class SharedStack implements LauncherSessionListener {
    private static final AtomicReference<@Nullable Attempt> ATTEMPT = new AtomicReference<>();

    /** The shared system; a start that failed once is not tried again. */
    public static Stack get() {
        synchronized (ATTEMPT) {
            Attempt attempt = ATTEMPT.get();
            if (attempt == null) {
                attempt = Attempt.make();
                ATTEMPT.set(attempt);
            }
            return attempt.stack();
        }
    }

    @Override
    public void launcherSessionClosed(LauncherSession session) {
        Attempt attempt = ATTEMPT.get();
        if (attempt != null && attempt.failure() == null) {
            try {
                attempt.stack().close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** How starting went. */
    private record Attempt(
            @Nullable Stack started, @Nullable IOException failure) {
        static Attempt make() {
            try {
                return new Attempt(
                        Stack.start(2, 1, "--min-block-size", "0", "--gateway", "1", "--audit-log", "true"), null);
            } catch (IOException e) {
                return new Attempt(null, e);
            }
        }

        Stack stack() {
            if (started == null) {
                throw new IllegalStateException("the shared system did not start: " + failure, failure);
            }
            return started;
        }
    }
}
