package io.lambdafs.client.tcp;

import com.esotericsoftware.kryonet.Connection;
import com.esotericsoftware.kryonet.Server;
import com.esotericsoftware.minlog.Log;
import io.lambdafs.wire.ResponseEnvelope;
import io.lambdafs.wire.frame.FrameLimits;
import io.lambdafs.wire.frame.Invitation;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.ClosedSelectorException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Listens for function instances that connect back, and sends requests over their connections.
 *
 * <p>Functions cannot be connected to; they can connect. The HTTP payload tells them where to, and the secret that they
 * have to know. One thread at a time reads all connections, see {@link ReadingTurn}.
 */
public final class ReverseServer implements Closeable {
    private static final int SECRET_BYTES = 32;
    private static final int MAX_BIND_ATTEMPTS = 20;

    private final UUID client = UUID.randomUUID();
    private final byte[] secret = new byte[SECRET_BYTES];
    private final ConnectionTable table;
    private final ReadingTurn turn;
    private final ReadingTime time;
    private final GatheredRequests gathered;
    private final TurnFailures failures;
    private final ReverseServerSettings settings;
    private final @Nullable SealedServer sealed;
    private final int port;
    private volatile Server server;
    private volatile boolean closed;

    private ReverseServer(ReverseServerSettings settings, LongSupplier nanoTime, Consumer<String> warnings)
            throws IOException {
        // KryoNet's logger writes to stdout, where the user's program may write a file's content.
        Log.NONE();
        this.settings = settings;
        this.table = new ConnectionTable(nanoTime);
        this.time = new ReadingTime(nanoTime);
        this.turn = new ReadingTurn(this::select, new Spin(settings.spinLimit().toNanos(), nanoTime));
        this.gathered = new GatheredRequests(turn::waiting);
        new SecureRandom().nextBytes(secret);
        this.sealed = settings.isEncrypted() ? new SealedServer(client, secret) : null;
        this.server = newServer();
        this.port = bind();
        this.failures = new TurnFailures(endpoint(), warnings);
    }

    /**
     * Opens a server at an ephemeral port.
     *
     * @param warnings takes what the user should know; rarely called
     */
    public static ReverseServer open(ReverseServerSettings settings, LongSupplier nanoTime, Consumer<String> warnings)
            throws IOException {
        ReverseServer opened = new ReverseServer(settings, nanoTime, warnings);
        Thread thread = new Thread(opened::run, "lambdafs-client-tcp");
        thread.setDaemon(true);
        thread.start();
        return opened;
    }

    /** Under which name instances know this client. */
    public UUID client() {
        return client;
    }

    /** Where instances connect to, as {@code host:port}. */
    public String endpoint() {
        return settings.advertisedAddress() + ":" + port;
    }

    /** What instances have to know. */
    public byte[] secret() {
        return secret.clone();
    }

    /** The SHA-256 of the certificate by which instances know this server; empty if connections are not encrypted. */
    public byte[] certificate() {
        return sealed == null ? new byte[0] : sealed.certificate();
    }

    /** What makes an instance connect here. */
    public Invitation invitation() {
        return new Invitation(client, endpoint(), secret, ResponseEnvelope.VERSION, certificate());
    }

    /** Whether some connection would take a request to this deployment now. */
    public boolean reaches(int deployment) {
        return table.leastBusy(deployment) != null;
    }

    /** Whether some connection of another instance than this one would take a request to the deployment now. */
    public boolean reachesOther(int deployment, String instance) {
        return table.leastBusy(deployment, instance) != null;
    }

    /** Another deployment that a request could be sent to now; −1 if there is none. */
    public int substituteFor(int deployment) {
        return table.substituteFor(deployment);
    }

    /** Connections that have ended without a goodbye so far. */
    public long lost() {
        return table.lost();
    }

    /** Those of them that were of this deployment. */
    public long lost(int deployment) {
        return table.lost(deployment);
    }

    /** Whether a connection of this deployment has ended without a goodbye within this time. */
    public boolean lostWithin(int deployment, Duration time) {
        return table.lostWithin(deployment, time.toNanos());
    }

    /** When an instance of the deployment last reported a call by HTTP, by the clock given; MIN_VALUE for never. */
    public long activatedAt(int deployment) {
        return table.activatedAt(deployment);
    }

    /** Whether an instance has ever proved itself here. */
    public boolean wasReached() {
        return table.wasUsed();
    }

    /** Instances that have proved themselves and are connected. */
    public int connections() {
        return table.size();
    }

    /** Those of them that are of this deployment and have not said goodbye. */
    public int connections(int deployment) {
        return table.size(deployment);
    }

    /**
     * Sends the request to an instance of the deployment and waits for the answer.
     *
     * @param timeoutNanos during which this process runs: while it is stopped, an answer cannot be late
     * @throws ConnectionLostException if there is no connection, or none any more
     * @throws TimeoutException if there was no answer in time, or the instance stopped giving signs of life
     */
    public byte[] call(int deployment, byte[] request, long timeoutNanos)
            throws ConnectionLostException, TimeoutException, InterruptedException {
        return call(deployment, request, timeoutNanos, WaitWatch.NONE);
    }

    /**
     * As {@link #call(int, byte[], long)}.
     *
     * @param watch is called when the answer takes long
     */
    public byte[] call(int deployment, byte[] request, long timeoutNanos, WaitWatch watch)
            throws ConnectionLostException, TimeoutException, InterruptedException {
        return connection(deployment, null).call(request, timeoutNanos, watch);
    }

    /**
     * Sends the request to an instance of the deployment, and does not wait for the answer.
     *
     * @throws ConnectionLostException if there is no connection, or none any more
     */
    public SentRequest begin(int deployment, byte[] request) throws ConnectionLostException {
        return connection(deployment, null).begin(request);
    }

    /**
     * As {@link #call(int, byte[], long)}, to another instance than this one.
     *
     * @param except the instance that is not to be asked
     */
    public byte[] callOther(int deployment, String except, byte[] request, long timeoutNanos)
            throws ConnectionLostException, TimeoutException, InterruptedException {
        return connection(deployment, except).call(request, timeoutNanos, WaitWatch.NONE);
    }

    /**
     * Sends the request on behalf of a client with another server, and has the instance connect to that one too.
     *
     * @param guest the other server's invitation
     * @param watch is called when the answer takes long
     * @throws ConnectionLostException if there is no connection, or none any more
     * @throws TimeoutException if there was no answer in time, or the instance stopped giving signs of life
     */
    public byte[] callFor(Invitation guest, int deployment, byte[] request, long timeoutNanos, WaitWatch watch)
            throws ConnectionLostException, TimeoutException, InterruptedException {
        InstanceConnection connection = connection(deployment, null);
        connection.invite(guest);
        return connection.call(request, timeoutNanos, watch);
    }

    private InstanceConnection connection(int deployment, @Nullable String except) throws ConnectionLostException {
        InstanceConnection connection = table.leastBusy(deployment, except);
        if (connection == null) {
            throw new ConnectionLostException("No instance of deployment " + deployment + " is connected");
        }
        return connection;
    }

    @Override
    public void close() {
        closed = true;
        try {
            server.stop();
        } catch (ClosedSelectorException e) {
            // The reading thread saw the flag first and has closed everything.
            return;
        }
    }

    private Server newServer() {
        int written = sealed == null ? FrameLimits.WRITE_BUFFER_BYTES : FrameLimits.SEALED_WRITE_BUFFER_BYTES;
        int read = sealed == null ? FrameLimits.MAX_FRAME_BYTES : FrameLimits.MAX_SEALED_BYTES;
        Server made = new Server(written, read, new ClientFrameSerialization()) {
            @Override
            protected Connection newConnection() {
                return new InstanceConnection(settings, turn, time, gathered, sealed);
            }
        };
        made.addListener(new ConnectionListener(table, secret, settings.maxConnections()));
        return made;
    }

    /** KryoNet does not tell which port it was given, so a free one is found first. */
    private int bind() throws IOException {
        InetAddress address = InetAddress.getByName(settings.bindAddress());
        IOException last = new IOException("no port was tried");
        for (int i = 0; i < MAX_BIND_ATTEMPTS; i++) {
            try {
                int free = freePort(address);
                server.bind(new InetSocketAddress(address, free), null);
                return free;
            } catch (IOException e) {
                last = e;
            }
        }
        throw new IOException(
                "No port at " + settings.bindAddress() + " can be listened at: " + last.getMessage(), last);
    }

    private static int freePort(InetAddress address) throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, address)) {
            return probe.getLocalPort();
        }
    }

    private void run() {
        while (!closed) {
            turn.idle();
        }
        dispose(server);
    }

    /** A turn of KryoNet's loop; should it fall over an unexpected exception, the other connections must not suffer. */
    private void select(int millis) {
        try {
            try {
                server.update(millis);
            } finally {
                time.turned();
                gathered.end();
            }
            failures.succeeded();
        } catch (IOException | RuntimeException e) {
            afterFailure(e);
        }
    }

    private void afterFailure(Exception cause) {
        if (closed) {
            return;
        }
        LockSupport.parkNanos(this, failures.failed(cause));
        if (failures.callForANewServer()) {
            reopen();
        }
    }

    /** Puts another server in the place of one that has ceased to work, at the same port, which instances know. */
    private void reopen() {
        dispose(server);
        Server fresh = newServer();
        try {
            fresh.bind(new InetSocketAddress(InetAddress.getByName(settings.bindAddress()), port), null);
        } catch (IOException | RuntimeException e) {
            // The next turns fail as well, and in the end this is tried again.
            dispose(fresh);
        }
        server = fresh;
        if (closed) {
            dispose(fresh);
        }
    }

    private static void dispose(Server server) {
        try {
            server.dispose();
        } catch (IOException | RuntimeException e) {
            // Nothing is left that could be closed.
            return;
        }
    }
}
