package io.lambdafs.store.rocks.net;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The socket on which a server waits for clients.
 *
 * <p>A Unix domain socket is a file. It stays when its process is killed, and a new one cannot be bound while it is there. So
 * the server that holds the lock of the file next to it, {@code PATH.lock}, removes a socket on which nobody listens. The kernel frees the
 * lock of a process that dies.
 */
final class ListeningSocket implements AutoCloseable {
    private static final int BACKLOG = 1024;
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private final ServerSocketChannel channel;
    private final EngineAddress address;
    private final @Nullable FileChannel lock;

    private ListeningSocket(ServerSocketChannel channel, EngineAddress address, @Nullable FileChannel lock) {
        this.channel = channel;
        this.address = address;
        this.lock = lock;
    }

    /**
     * Binds the address.
     *
     * @throws IOException with a sentence that says what to do
     */
    static ListeningSocket bind(EngineAddress address) throws IOException {
        return address.path().isPresent() ? unix(address, address.path().get()) : tcp(address);
    }

    private static ListeningSocket tcp(EngineAddress address) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open(address.family());
        try {
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            channel.bind(address.resolve(), BACKLOG);
            int port = ((InetSocketAddress) channel.getLocalAddress()).getPort();
            return new ListeningSocket(channel, address.withPort(port), null);
        } catch (BindException e) {
            channel.close();
            throw new IOException(
                    "cannot listen at " + address + ": " + e.getMessage()
                            + "; stop the program that listens there, or choose another port",
                    e);
        } catch (UnresolvedAddressException e) {
            channel.close();
            throw new IOException("cannot listen at " + address + ": the host is unknown", e);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static ListeningSocket unix(EngineAddress address, Path path) throws IOException {
        FileChannel lock = lock(address, path.resolveSibling(path.getFileName() + ".lock"));
        try {
            removeStale(address, path);
            return new ListeningSocket(bindUnix(address.resolve(), path), address, lock);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private static ServerSocketChannel bindUnix(SocketAddress address, Path path) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.bind(address, BACKLOG);
            // A client that connects before this has to know the secret all the same.
            Files.setPosixFilePermissions(path, OWNER_ONLY);
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw new IOException(
                    "cannot listen at unix:" + path + ": " + e.getMessage()
                            + "; the directory has to exist and to be writable",
                    e);
        }
    }

    private static FileChannel lock(EngineAddress address, Path file) throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(
                    file,
                    Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                    PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        } catch (IOException e) {
            throw new IOException(
                    "cannot listen at " + address + ": " + e + "; the directory has to exist and to be writable", e);
        }
        try {
            FileLock held = channel.tryLock();
            if (held != null) {
                return channel;
            }
        } catch (OverlappingFileLockException e) {
            // Held by this process.
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        channel.close();
        throw taken(address);
    }

    private static void removeStale(EngineAddress address, Path path) throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (!Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .isOther()) {
            throw new IOException("cannot listen at " + address
                    + ": a file that is not a socket has this name; remove it, or choose another path");
        }
        if (isListenedOn(path)) {
            throw taken(address);
        }
        Files.delete(path);
    }

    private static boolean isListenedOn(Path path) {
        try (SocketChannel probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            // Not blocking: a frozen process may have no place left in its queue, which is an answer too.
            probe.configureBlocking(false);
            probe.connect(UnixDomainSocketAddress.of(path));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static IOException taken(EngineAddress address) {
        return new IOException(
                "cannot listen at " + address + ": another program listens there; stop it, or choose another path");
    }

    ServerSocketChannel channel() {
        return channel;
    }

    /** The address with the port that was chosen. */
    EngineAddress address() {
        return address;
    }

    /** Stops listening, and removes the socket's file. */
    @Override
    public void close() throws IOException {
        try {
            channel.close();
            if (address.path().isPresent()) {
                Files.deleteIfExists(address.path().get());
            }
        } finally {
            if (lock != null) {
                lock.close();
            }
        }
    }
}
