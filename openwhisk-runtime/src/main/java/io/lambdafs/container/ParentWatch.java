package io.lambdafs.container;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;

/**
 * Detects that the process which started this one is gone. A local platform holds the other end of its instances'
 * standard input and never writes. So the end of the stream means that the platform has ended, however it died.
 */
public final class ParentWatch {
    /**
     * Environment variable which is {@code true} if the platform holds the other end of standard input. In a container it
     * mostly is at its end from the beginning.
     */
    public static final String VARIABLE = "ACTION_ENDS_WITH_INPUT";

    private final InputStream parent;
    private final Runnable gone;

    private ParentWatch(InputStream parent, Runnable gone) {
        this.parent = parent;
        this.gone = gone;
    }

    /** Calls {@code gone} once, from a daemon thread, when {@code parent} (usually System.in) ends. */
    public static ParentWatch start(InputStream parent, Runnable gone) {
        ParentWatch watch = new ParentWatch(parent, gone);
        Thread thread = new Thread(watch::await, "parent-watch");
        thread.setDaemon(true);
        thread.start();
        return watch;
    }

    /**
     * Ends this process when {@code parent} ends: as on SIGTERM, but within a bound, for nobody is left who would end what does
     * not end.
     */
    public static ParentWatch endWith(InputStream parent, Duration bound) {
        return start(parent, () -> {
            Thread last = new Thread(() -> haltAfter(bound), "halt");
            last.setDaemon(true);
            last.start();
            System.exit(0);
        });
    }

    private static void haltAfter(Duration bound) {
        try {
            Thread.sleep(bound.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(0);
    }

    private void await() {
        try {
            // What a parent writes has no meaning; only the end has.
            parent.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // A broken pipe is an end, too.
        }
        gone.run();
    }
}
