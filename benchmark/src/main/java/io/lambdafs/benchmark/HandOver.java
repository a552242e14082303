package io.lambdafs.benchmark;

import io.lambdafs.benchmark.load.Latencies;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * What the machine takes to hand something to another thread and back: one byte over a loopback connection. It is two
 * wake-ups, and those are most of a short operation's latency; they take a multiple of their time when the scheduler
 * puts the threads on different cores of which the other one sleeps.
 */
final class HandOver implements AutoCloseable {
    private static final int EXCHANGES = 1_000;
    private static final int TIMEOUT_MILLIS = 5_000;

    private final Socket near;
    private final Socket far;
    private final Latencies all = new Latencies();

    private HandOver(Socket near, Socket far) {
        this.near = near;
        this.far = far;
    }

    /** Connects a thread that answers, which ends with this. */
    static HandOver open() throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (ServerSocket listening = new ServerSocket(0, 1, loopback)) {
            Socket near = new Socket(loopback, listening.getLocalPort());
            HandOver made = new HandOver(near, listening.accept());
            near.setTcpNoDelay(true);
            near.setSoTimeout(TIMEOUT_MILLIS);
            made.far.setTcpNoDelay(true);
            Thread answering = new Thread(made::answer, "hand-over");
            answering.setDaemon(true);
            answering.start();
            return made;
        }
    }

    private void answer() {
        try {
            InputStream in = far.getInputStream();
            OutputStream out = far.getOutputStream();
            for (int read = in.read(); read >= 0; read = in.read()) {
                out.write(read);
            }
        } catch (IOException e) {
            // Closed: whoever measures hears of it, too.
        }
    }

    /** Measures for a tenth of a second or less; adds to what was measured before. */
    void measure() throws IOException {
        InputStream in = near.getInputStream();
        OutputStream out = near.getOutputStream();
        for (int i = 0; i < EXCHANGES; i++) {
            long begin = System.nanoTime();
            out.write(1);
            if (in.read() < 0) {
                throw new IOException("the answering thread has ended");
            }
            all.add(System.nanoTime() - begin);
        }
    }

    double percentileMicros(double percent) {
        return all.percentileMicros(percent);
    }

    @Override
    public void close() throws IOException {
        near.close();
        far.close();
    }
}
