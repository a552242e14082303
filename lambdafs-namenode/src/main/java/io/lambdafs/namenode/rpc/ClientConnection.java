package io.lambdafs.namenode.rpc;

import com.esotericsoftware.kryonet.Client;
import com.esotericsoftware.kryonet.Connection;
import com.esotericsoftware.kryonet.FrameworkMessage;
import com.esotericsoftware.kryonet.Listener;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.frame.Batch;
import io.lambdafs.wire.frame.Challenge;
import io.lambdafs.wire.frame.Control;
import io.lambdafs.wire.frame.Frame;
import io.lambdafs.wire.frame.FrameChannel;
import io.lambdafs.wire.frame.FrameLimits;
import io.lambdafs.wire.frame.Goodbye;
import io.lambdafs.wire.frame.Hello;
import io.lambdafs.wire.frame.Invitation;
import io.lambdafs.wire.frame.Message;
import io.lambdafs.wire.frame.MessageAssembler;
import io.lambdafs.wire.frame.MessagePart;
import io.lambdafs.wire.frame.Outbox;
import io.lambdafs.wire.tls.SealedFrames;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * The connection to one client, with the thread that reads it.
 *
 * <p>A thread per client rather than one selector for all, because that thread is where cached reads are answered: clients
 * are then served in parallel and a slow one delays nobody else. Their number is bounded by {@link RpcConfig}.
 */
final class ClientConnection extends Listener implements FrameChannel {
    private static final int SELECT_MILLIS = 250;

    private final RequestDispatch dispatch;
    private final Consumer<ClientConnection> onClosed;
    private final Consumer<Invitation> onInvited;
    private final Greeting greeting;
    private final Client client;
    private final Outbox outbox = new Outbox(this, FrameLimits.MAX_RESPONSE_BYTES);
    private final MessageAssembler assembler = new MessageAssembler(FrameLimits.MAX_REQUEST_BYTES);
    private final Turns turns = new Turns();
    private volatile boolean greeted;
    private volatile boolean leaving;
    private volatile boolean closed;

    /**
     * A connection that is not open yet.
     *
     * @param greeting how this instance shows that it was called
     * @param onInvited takes invitations to other clients; must not wait
     */
    ClientConnection(
            Greeting greeting,
            RequestDispatch dispatch,
            Consumer<ClientConnection> onClosed,
            Consumer<Invitation> onInvited) {
        this.greeting = greeting;
        SealedFrames sealed = greeting.sealed();
        this.client = sealed == null
                ? new Client(
                        FrameLimits.WRITE_BUFFER_BYTES,
                        FrameLimits.MAX_FRAME_BYTES,
                        new InstanceFrameSerialization(null))
                : new Client(
                        FrameLimits.SEALED_WRITE_BUFFER_BYTES,
                        FrameLimits.MAX_SEALED_BYTES,
                        new InstanceFrameSerialization(sealed));
        this.dispatch = dispatch;
        this.onInvited = onInvited;
        this.onClosed = onClosed;
        client.addListener(this);
    }

    /** Reads the connection until it is closed; to be run on a thread of its own. */
    void run() {
        while (!closed) {
            try {
                turns.begin();
                client.update(SELECT_MILLIS);
                dispatch.answerGathered();
                outbox.drain();
            } catch (IOException | RuntimeException e) {
                // Ended by the client, or by bytes that are no frame: either way there is nothing more to read.
                close();
            }
        }
        dispose();
        onClosed.accept(this);
    }

    /** Connects to the first endpoint that answers and says hello; closes itself if none does. */
    void connect(List<ClientEndpoint> endpoints, Duration timeout) {
        for (ClientEndpoint endpoint : endpoints) {
            try {
                client.connect(Math.toIntExact(timeout.toMillis()), endpoint.host(), endpoint.port());
                if (greeting.sealed() == null) {
                    greet(greeting.plain());
                } else {
                    client.sendTCP(InstanceFrameSerialization.HANDSHAKE);
                }
                return;
            } catch (IOException | RuntimeException e) {
                if (closed) {
                    return;
                }
            }
        }
        close();
    }

    private void greet(Hello hello) {
        client.setKeepAliveTCP(FrameLimits.KEEP_ALIVE_MILLIS);
        client.setTimeout(FrameLimits.DEAD_AFTER_MILLIS);
        client.sendTCP(hello);
        greeted = true;
    }

    /** Answers the client's challenge: once, because a second one would have this instance prove itself to somebody else. */
    private void challenged(Challenge challenge) throws MalformedEnvelopeException {
        if (greeting.sealed() == null || greeted) {
            throw new MalformedEnvelopeException("a challenge that does not begin an encrypted connection");
        }
        greet(greeting.answer(challenge));
    }

    /** Tells the client to ask no more over this connection, which is about to be closed. Returns at once. */
    void sayGoodbye() {
        leaving = true;
        send(new Goodbye());
    }

    /** Tells the client that the platform has just called this instance. Returns at once. */
    void sayActivated() {
        send(Control.ofActivatedInstance());
    }

    void close() {
        closed = true;
        try {
            client.stop();
        } catch (RuntimeException e) {
            // The reading thread saw the flag first and is closing everything, or has.
            return;
        }
    }

    /** Whether there is a connection over which something can be said. */
    boolean isConnected() {
        return client.isConnected() && (greeted || greeting.sealed() == null);
    }

    @Override
    public void received(Connection connection, Object object) {
        if (object instanceof FrameworkMessage) {
            return;
        }
        try {
            if (object instanceof MessagePart part) {
                received(part);
            } else if (object instanceof Batch batch) {
                for (MessagePart part : batch.parts()) {
                    received(part);
                }
            } else if (object instanceof Invitation invitation) {
                invited(invitation);
            } else if (object instanceof Challenge challenge) {
                challenged(challenge);
            } else {
                throw new MalformedEnvelopeException("a client says no hello");
            }
        } catch (MalformedEnvelopeException | RuntimeException e) {
            close();
        }
    }

    private void received(MessagePart part) throws MalformedEnvelopeException {
        Message message = assembler.accept(part);
        if (message != null) {
            turns.found();
            dispatch.dispatch(message, new Answer(message.call()));
        }
    }

    /* An instance that takes leave may be frozen soon, and then a new connection would be of no use. */
    private void invited(Invitation invitation) {
        if (!leaving) {
            onInvited.accept(invitation);
        }
    }

    @Override
    public void disconnected(Connection connection) {
        close();
    }

    /** The way back of the answer to one call. */
    private final class Answer implements Reply {
        private final long call;

        Answer(long call) {
            this.call = call;
        }

        @Override
        public void now(byte[] response) {
            closeUnless(outbox.offer(call, response));
        }

        @Override
        public void soon(byte[] response) {
            closeUnless(turns.bringSeveral() ? outbox.offerLater(call, response) : outbox.offer(call, response));
        }

        /* If the client does not read, it will ask again over another connection or by HTTP. */
        private void closeUnless(boolean taken) {
            if (!taken) {
                close();
            }
        }
    }

    @Override
    public void send(Frame frame) {
        try {
            client.sendTCP(frame);
        } catch (RuntimeException e) {
            // KryoNet trips over a connection that another thread is closing.
            close();
        }
    }

    @Override
    public int bufferedBytes() {
        return client.getTcpWriteBufferSize();
    }

    @Override
    public boolean isOpen() {
        return !closed;
    }

    private void dispose() {
        try {
            client.dispose();
        } catch (IOException | RuntimeException e) {
            closed = true;
        }
    }
}
