package io.lambdafs.client.tcp;

import com.esotericsoftware.kryonet.Connection;
import com.esotericsoftware.kryonet.FrameworkMessage;
import com.esotericsoftware.kryonet.Listener;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.frame.Batch;
import io.lambdafs.wire.frame.FrameLimits;
import io.lambdafs.wire.frame.Goodbye;
import io.lambdafs.wire.frame.Hello;
import io.lambdafs.wire.frame.MessagePart;

/**
 * What happens on the connections, on KryoNet's thread. A peer that has not proved to know the secret may say hello and
 * nothing else; a peer that says something wrong is disconnected.
 */
final class ConnectionListener extends Listener {
    private final ConnectionTable table;
    private final UnprovenConnections unproven = new UnprovenConnections();
    private final byte[] secret;
    private final int maxConnections;

    ConnectionListener(ConnectionTable table, byte[] secret, int maxConnections) {
        this.table = table;
        this.secret = secret;
        this.maxConnections = maxConnections;
    }

    @Override
    public void connected(Connection connection) {
        InstanceConnection instance = (InstanceConnection) connection;
        // An encrypted connection has nothing to say before the end of its handshake.
        connection.setKeepAliveTCP(instance.sealed() == null ? FrameLimits.KEEP_ALIVE_MILLIS : 0);
        connection.setTimeout(FrameLimits.DEAD_AFTER_MILLIS);
        InstanceConnection oldest = unproven.add(instance);
        if (oldest != null) {
            oldest.close();
        }
    }

    @Override
    public void received(Connection connection, Object object) {
        InstanceConnection instance = (InstanceConnection) connection;
        instance.heard();
        if (object instanceof FrameworkMessage) {
            return;
        }
        try {
            take(instance, object);
        } catch (MalformedEnvelopeException | RuntimeException e) {
            instance.close();
        }
    }

    private void take(InstanceConnection instance, Object object) throws MalformedEnvelopeException {
        if (instance.hello() == null) {
            greet(instance, object);
        } else if (object instanceof MessagePart) {
            instance.received((MessagePart) object);
        } else if (object instanceof Batch) {
            for (MessagePart part : ((Batch) object).parts()) {
                instance.received(part);
            }
        } else if (object instanceof Goodbye) {
            instance.leaving();
        } else {
            throw new MalformedEnvelopeException("A second hello");
        }
    }

    private void greet(InstanceConnection instance, Object object) throws MalformedEnvelopeException {
        if (!(object instanceof Hello) || !instance.isProvenBy((Hello) object, secret)) {
            throw new MalformedEnvelopeException("Not a hello that knows the secret");
        }
        Hello hello = (Hello) object;
        if (hello.version() != FrameLimits.PROTOCOL_VERSION) {
            throw new MalformedEnvelopeException("Protocol version " + hello.version());
        }
        if (table.size() >= maxConnections) {
            throw new MalformedEnvelopeException("There are " + maxConnections + " connections already");
        }
        unproven.remove(instance);
        instance.accept(hello);
        table.add(hello.deployment(), instance);
    }

    @Override
    public void idle(Connection connection) {
        InstanceConnection instance = (InstanceConnection) connection;
        if (instance.isOverdue()) {
            instance.close();
        } else {
            instance.drain();
        }
    }

    @Override
    public void disconnected(Connection connection) {
        InstanceConnection instance = (InstanceConnection) connection;
        unproven.remove(instance);
        Hello hello = instance.hello();
        if (hello != null) {
            table.remove(hello.deployment(), instance);
        }
        instance.lost();
    }
}
