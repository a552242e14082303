package io.lambdafs.faas.ipc;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Consumer;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;

/** The processes that are connected, and the socket at which new ones arrive. */
final class Connections implements AutoCloseable {
    private final Selector selector;
    private final ServerSocketChannel door;
    private final UserPrincipal owner;
    private final @Nullable Connection[] byNumber;
    private final Deque<Integer> free = new ArrayDeque<>();

    private Connections(Selector selector, ServerSocketChannel door, UserPrincipal owner, int most) {
        this.selector = selector;
        this.door = door;
        this.owner = owner;
        byNumber = new Connection[most + 1];
        for (int number = 1; number <= most; number++) {
            free.add(number);
        }
    }

    /**
     * Listens.
     *
     * @param owner whose processes can connect; others are hung up on
     */
    static Connections listen(Path socket, UserPrincipal owner, int most) throws IOException {
        ServerSocketChannel door = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        door.bind(UnixDomainSocketAddress.of(socket), 1024);
        door.configureBlocking(false);
        Selector selector = Selector.open();
        door.register(selector, SelectionKey.OP_ACCEPT);
        return new Connections(selector, door, owner, most);
    }

    Optional<Connection> numbered(long number) {
        return Optional.ofNullable(find(number));
    }

    private @Nullable Connection find(long number) {
        return number <= 0 || number >= byNumber.length ? null : byNumber[(int) number];
    }

    /** Handles what has happened at the sockets, after a wait for that of at most so long; without one if that is 0. */
    void look(long millis, Consumer<Connection> ended) throws IOException {
        int ready = millis == 0 ? selector.selectNow() : selector.select(millis);
        if (ready == 0) {
            return;
        }
        for (SelectionKey key : selector.selectedKeys()) {
            if (key.attachment() instanceof Connection connection) {
                if (!connection.takeBytes()) {
                    end(connection, ended);
                }
            } else {
                accept();
            }
        }
        selector.selectedKeys().clear();
    }

    /** Ends a wait in {@link #look}. */
    void interrupt() {
        selector.wakeup();
    }

    private void accept() {
        // A bound, so that calls get their turn.
        for (int i = 0; i < 16; i++) {
            try {
                SocketChannel channel = door.accept();
                if (channel == null) {
                    return;
                }
                welcome(channel);
            } catch (IOException e) {
                // The process went away again, or there are no descriptors left: it sees a closed socket, and gets EIO.
                return;
            }
        }
    }

    private void welcome(SocketChannel channel) throws IOException {
        boolean isWelcome = false;
        try {
            UserPrincipal peer =
                    channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user();
            if (peer.equals(owner) && !free.isEmpty()) {
                channel.configureBlocking(false);
                Connection connection = new Connection(free.element(), channel);
                channel.register(selector, SelectionKey.OP_READ, connection);
                ByteBuffer hello = ByteBuffer.allocate(8).order(ByteOrder.nativeOrder());
                hello.putInt((int) SharedMemory.MAGIC)
                        .putInt(connection.number())
                        .flip();
                channel.write(hello);
                byNumber[free.remove()] = connection;
                isWelcome = true;
            }
        } finally {
            if (!isWelcome) {
                channel.close();
            }
        }
    }

    private void end(Connection connection, Consumer<Connection> ended) {
        connection.close();
        byNumber[connection.number()] = null;
        ended.accept(connection);
        free.add(connection.number());
    }

    @Override
    public void close() throws IOException {
        try (selector;
                door) {
            for (Connection connection : byNumber) {
                if (connection != null) {
                    requireNonNull(connection).close();
                }
            }
        }
    }
}
