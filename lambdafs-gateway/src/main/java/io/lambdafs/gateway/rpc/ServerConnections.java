package io.lambdafs.gateway.rpc;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RpcWritable;
import org.apache.hadoop.ipc.Server;
import org.jspecify.annotations.Nullable;

/**
 * The connections of a server of Hadoop's RPC, with the answers that wait for their clients. Hadoop's classes do not show these, so they are
 * found by reflection. Thread-safe.
 */
final class ServerConnections {
    /** What a call takes besides its request and its answer, in bytes; a guess. */
    private static final int CALL_BYTES = 1 << 10;

    private static final String CALL = Server.class.getName() + "$RpcCall";

    private final Object manager;
    private final Collection<?> connections;
    private final Method close;
    private final Field queue;
    private final Field response;
    private final Field request;
    private final Field requestBytes;

    private ServerConnections(RPC.Server server) throws ReflectiveOperationException {
        manager = value(field(Server.class, "connectionManager"), server);
        connections = (Collection<?>) value(field(manager.getClass(), "connections"), manager);
        close = accessible(manager.getClass().getDeclaredMethod("close", Server.Connection.class));
        queue = field(Server.Connection.class, "responseQueue");
        Class<?> call = Class.forName(CALL);
        response = field(call, "rpcResponse");
        request = field(call, "rpcRequest");
        requestBytes = field(RpcWritable.Buffer.class, "bb");
    }

    /**
     * Those of a server, now and later.
     *
     * @throws IllegalStateException if this version of Hadoop keeps them in another way
     */
    static ServerConnections of(RPC.Server server) {
        try {
            return new ServerConnections(server);
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw new IllegalStateException(
                    "This version of Hadoop keeps the answers of its RPC server in another way than 3.5.0, so they cannot be"
                            + " bounded: run the gateway with the Hadoop that it was built for",
                    e);
        }
    }

    /**
     * A connection that has unread answers.
     *
     * @param connection Hadoop's
     * @param answers how many wait to be read
     * @param bytes how much memory they take, with their requests
     */
    record Unread(Object connection, int answers, long bytes) {}

    /** The connections with answers that the client has not read, and that the operating system does not take. */
    List<Unread> unread() {
        List<Unread> found = new ArrayList<>();
        for (Object connection : connections) {
            Collection<?> waiting = (Collection<?>) value(queue, connection);
            // Hadoop's own lock of the queue, which is held for as long as it takes to look through it.
            synchronized (waiting) {
                if (!waiting.isEmpty()) {
                    found.add(new Unread(
                            connection,
                            waiting.size(),
                            waiting.stream().mapToLong(this::bytesOf).sum()));
                }
            }
        }
        return found;
    }

    private long bytesOf(Object call) {
        long bytes = CALL_BYTES + capacity(valueOrNull(response, call));
        return valueOrNull(request, call) instanceof RpcWritable.Buffer kept
                ? bytes + capacity(valueOrNull(requestBytes, kept))
                : bytes;
    }

    private static long capacity(@Nullable Object buffer) {
        return buffer instanceof ByteBuffer bytes ? bytes.capacity() : 0;
    }

    /** Closes a connection, and forgets what waits for its client. */
    void close(Unread unread) {
        try {
            close.invoke(manager, unread.connection());
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("cannot close " + unread.connection(), e);
        }
    }

    private static Field field(Class<?> of, String name) throws NoSuchFieldException {
        return accessible(of.getDeclaredField(name));
    }

    private static <T extends AccessibleObject> T accessible(T member) {
        member.setAccessible(true);
        return member;
    }

    private static Object value(Field field, Object of) {
        Object value = valueOrNull(field, of);
        if (value == null) {
            throw new IllegalStateException(field + " is empty");
        }
        return value;
    }

    private static @Nullable Object valueOrNull(Field field, Object of) {
        try {
            return field.get(of);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(field + " cannot be read", e);
        }
    }
}
