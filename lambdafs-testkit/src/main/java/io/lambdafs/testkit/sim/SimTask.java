package io.lambdafs.testkit.sim;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One activity of a simulated process: blocking code, which runs on a thread of its own while it has the baton. */
final class SimTask {
    final SimProcess process;
    final String name;
    final @Nullable Runnable body;

    /** Which of its wake-ups counts; the others are of waits that have ended. */
    long ticket;

    boolean ended;
    private volatile boolean baton;
    private volatile @Nullable Thread thread;

    SimTask(SimProcess process, String name, @Nullable Runnable body) {
        this.process = process;
        this.name = name;
        this.body = body;
    }

    /** Makes the calling thread the task's. */
    void runsHere() {
        thread = Thread.currentThread();
    }

    boolean hasThread() {
        return thread != null;
    }

    /** Lets the task's thread go on; the caller must not touch the simulation any more. */
    void handBaton() {
        Thread to = thread;
        baton = true;
        LockSupport.unpark(to);
    }

    /** Waits for the baton. */
    void awaitBaton() {
        while (!baton) {
            LockSupport.park(this);
        }
        baton = false;
    }

    /** Where its thread is, for a message. */
    String whereabouts() {
        Thread at = thread;
        if (at == null) {
            return "no thread";
        }
        StringBuilder out = new StringBuilder();
        for (StackTraceElement frame : at.getStackTrace()) {
            if (frame.getClassName().startsWith("io.lambdafs")
                    && !frame.getClassName().startsWith("io.lambdafs.testkit")) {
                out.append(frame.getClassName().replaceAll(".*\\.", ""))
                        .append('.')
                        .append(frame.getMethodName())
                        .append(':')
                        .append(frame.getLineNumber())
                        .append(' ');
            }
        }
        return out.toString();
    }

    @Override
    public String toString() {
        return process.name() + "/" + name;
    }
}
