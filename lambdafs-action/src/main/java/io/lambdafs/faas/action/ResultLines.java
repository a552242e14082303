package io.lambdafs.faas.action;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The lines that a process answers with. A thread reads them, since a child of a process that has died may keep the pipe open. */
final class ResultLines {
    private static final long LOOK_MILLIS = 100;
    private static final byte[] END = {};

    private final Process process;
    private final int mostBytes;
    private final BlockingQueue<byte[]> lines = new LinkedBlockingQueue<>();

    private ResultLines(Process process, int mostBytes) {
        this.process = process;
        this.mostBytes = mostBytes;
    }

    /** Begins to read what a process writes. */
    static ResultLines of(Process process, int mostBytes) {
        ResultLines results = new ResultLines(process, mostBytes);
        Thread thread = new Thread(results::read, "results-of-" + process.pid());
        thread.setDaemon(true);
        thread.start();
        return results;
    }

    private void read() {
        try (InputStream in = new BufferedInputStream(process.getInputStream())) {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int next = in.read(); next >= 0; next = in.read()) {
                if (next == '\n') {
                    lines.add(line.toByteArray());
                    line.reset();
                } else if (line.size() <= mostBytes) {
                    // What is longer is refused by its length; the rest of it need not be kept.
                    line.write(next);
                }
            }
        } catch (IOException e) {
            // The process is gone.
        }
        lines.add(END);
    }

    /** Forgets lines that nobody has asked for. */
    void discard() {
        lines.clear();
    }

    /** The next line; waits for it so long at most. */
    byte[] next(Duration most) throws GuestException, InterruptedException {
        long begun = System.nanoTime();
        byte[] line = lines.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        while (line == null) {
            boolean alive = process.isAlive();
            line = lines.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            if (line == null && !alive) {
                line = END;
            } else if (line == null && System.nanoTime() - begun > most.toNanos()) {
                throw GuestException.late();
            }
        }
        if (line.length == 0) {
            throw new GuestException("The action did not produce a valid response and exited unexpectedly.");
        }
        return line;
    }
}
