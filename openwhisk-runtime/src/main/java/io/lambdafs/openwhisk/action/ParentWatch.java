package io.lambdafs.openwhisk.action;

import java.io.IOException;
import java.io.InputStream;

/**
 * Notices that the process which started this one is gone: a local platform holds the other end of its instances'
 * standard input and never writes, so the end of the stream means that the platform has ended, however it died.
 */
public final class ParentWatch {
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

    private void await() {
        byte[] ignored = new byte[64];
        try {
            while (parent.read(ignored) >= 0) {
                // What a parent writes has no meaning yet; only the end has.
                continue;
            }
        } catch (IOException e) {
            // A broken pipe is an end, too.
        }
        gone.run();
    }
}
