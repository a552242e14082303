package io.lambdafs.faas.ipc;

import static java.util.Objects.requireNonNull;

import io.lambdafs.faas.posix.PosixCalls;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the files of a volume to the programs of one function, as their user. Programs find it by {@link #environment}. One thread
 * serves all; it looks for calls for a short time after the last one, and then sleeps until a program wakes it.
 */
public final class IpcServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(IpcServer.class);
    private static final long LOOK_AT_SOCKETS_EVERY_NANOS = 1_000_000;
    private static final int MOST_SOCKET_PATH_BYTES = 100;

    private final ServerDirectory directory;
    private final String mount;
    private final Spinning spinning;
    private final SharedMemory memory;
    private final Connections connections;
    private final Slots slots;
    private final Thread thread;
    private volatile boolean closed;

    private IpcServer(
            ServerDirectory directory,
            String mount,
            IpcSettings settings,
            SharedMemory memory,
            Connections connections,
            PosixCalls calls) {
        this.directory = directory;
        this.mount = mount;
        this.memory = memory;
        this.connections = connections;
        spinning = new Spinning(settings.spin().toNanos());
        ServedVolume volume = new ServedVolume(calls, new OpenFiles(settings.handles()), memory, mount, connections);
        slots = new Slots(memory, connections, volume, mount);
        thread = new Thread(this::serve, "ipc-" + mount);
        thread.setDaemon(true);
    }

    /**
     * Starts to serve.
     *
     * @param calls answers; called by one thread
     * @param mount the path below which programs see the volume; nothing has to be there
     */
    public static IpcServer start(PosixCalls calls, String mount, IpcSettings settings) throws IOException {
        requireNonNull(calls, "calls");
        requireMount(mount);
        ServerDirectory directory = ServerDirectory.make();
        Path socket = directory.socket();
        try {
            if (socket.toString().getBytes(StandardCharsets.UTF_8).length > MOST_SOCKET_PATH_BYTES) {
                throw new IOException(
                        "The path " + socket + " is too long for a socket. Set -Djava.io.tmpdir to a shorter one.");
            }
            SharedMemory memory = SharedMemory.create(directory.memory(), settings, new SecureRandom().nextLong());
            Connections connections =
                    Connections.listen(socket, Files.getOwner(directory.path()), settings.connections());
            IpcServer server = new IpcServer(directory, mount, settings, memory, connections, calls);
            server.thread.start();
            return server;
        } catch (IOException | RuntimeException e) {
            directory.close();
            throw e;
        }
    }

    private static void requireMount(String mount) {
        Path path = Path.of(mount);
        if (!path.isAbsolute()
                || path.getNameCount() == 0
                || !path.normalize().toString().equals(mount)
                || mount.getBytes(StandardCharsets.UTF_8).length > 1000) {
            throw new IllegalArgumentException(
                    "A volume cannot be mounted at '" + mount
                            + "'. Give an absolute path below the root, of at most 1000 bytes, without '.', '..' or a slash at its end.");
        }
    }

    /** What the environment of a program must have, besides the library, to find this server. */
    public Map<String, String> environment() {
        return Map.of("LAMBDAFS_MOUNT", mount, "LAMBDAFS_IPC", directory.path().toString());
    }

    /** Another transaction has begun: files that programs still have open from the last one lock nothing any more. */
    public void transactionBegun() {
        slots.transactionBegun();
    }

    private void serve() {
        try {
            long worked = System.nanoTime();
            long looked = worked;
            while (!closed) {
                if (slots.answerAll()) {
                    worked = System.nanoTime();
                    if (worked - looked > LOOK_AT_SOCKETS_EVERY_NANOS) {
                        connections.look(0, slots::ended);
                        looked = worked;
                    }
                } else if (spinning.goesOn(System.nanoTime() - worked)) {
                    spinning.pause(System.nanoTime() - worked);
                } else {
                    long asleep = System.nanoTime();
                    sleep();
                    worked = System.nanoTime();
                    looked = worked;
                    spinning.slept(worked - asleep);
                }
            }
        } catch (IOException e) {
            log.atError()
                    .setCause(e)
                    .setMessage("the files of a function are served no more")
                    .addKeyValue("mount", mount)
                    .log();
        }
    }

    private void sleep() throws IOException {
        memory.setSleeping(true);
        connections.look(slots.answerAll() ? 0 : 1000, slots::ended);
        memory.setSleeping(false);
    }

    /** Ends serving; programs that still run get EIO. Waits for the call that is under way, but not forever. */
    @Override
    public void close() throws IOException {
        closed = true;
        connections.interrupt();
        try {
            thread.join(10_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        connections.close();
        directory.close();
    }
}
