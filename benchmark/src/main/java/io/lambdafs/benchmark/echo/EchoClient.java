package io.lambdafs.benchmark.echo;

import com.esotericsoftware.kryonet.Client;
import com.esotericsoftware.kryonet.Connection;
import com.esotericsoftware.kryonet.Listener;
import com.esotericsoftware.minlog.Log;
import java.io.IOException;
import java.net.InetAddress;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** The asking end: many callers share one connection, each with one call under way. */
public final class EchoClient implements AutoCloseable {
    private static final int MAX_CALLERS = 256;
    private static final int TIMEOUT_SECONDS = 10;

    private final Client client = new Client(EchoFrames.BUFFER_BYTES, EchoFrames.BUFFER_BYTES, new EchoFrames());
    private final Semaphore[] answers =
            IntStream.range(0, MAX_CALLERS).mapToObj(i -> new Semaphore(0)).toArray(Semaphore[]::new);

    private EchoClient() {}

    /** A connection to the {@link EchoServer} at a port of this machine. */
    public static EchoClient connect(int port) throws IOException {
        Log.NONE();
        EchoClient connected = new EchoClient();
        connected.client.addListener(new Listener() {
            @Override
            public void received(Connection connection, Object object) {
                if (object instanceof EchoCall answer) {
                    connected.answers[answer.caller()].release();
                }
            }
        });
        connected.client.start();
        connected.client.connect(
                Math.toIntExact(TimeUnit.SECONDS.toMillis(TIMEOUT_SECONDS)), InetAddress.getLoopbackAddress(), port);
        return connected;
    }

    /** Sends a request and waits for its answer. A caller may not call before its last call has returned. */
    public void call(int caller, EchoSizes sizes) throws IOException {
        client.sendTCP(new EchoCall(caller, sizes.request(), sizes.answer()));
        try {
            if (!answers[caller].tryAcquire(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("no echo within " + TIMEOUT_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public void close() throws IOException {
        client.stop();
        client.dispose();
    }
}
