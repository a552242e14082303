package io.lambdafs.wire.frame;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Messages on their way out of one connection. Sends at once what the connection's buffer can take, keeps the rest, and
 * never lets the buffer overflow, which would cost the connection. Thread-safe; no call waits for another.
 *
 * <p>One thread sends at a time. What others offer meanwhile it finds when it is done and sends as one {@link Batch}: the
 * busier the connection, the fewer writes for each message, and nobody is held up when it is quiet.
 */
public final class Outbox {
    /** How many frames a thread sends before it goes on with its own work. Somebody drains what is left. */
    private static final int MAX_FRAMES_PER_TURN = 4;

    private final FrameChannel channel;
    private final int maxQueuedBytes;
    private final Deque<Message> queue = new ArrayDeque<>();
    private int headOffset;
    private long queuedBytes;
    private boolean sending;
    private boolean readerCame;

    /** An outbox that keeps at most this many bytes besides a message that is alone. */
    public Outbox(FrameChannel channel, int maxQueuedBytes) {
        this.channel = channel;
        this.maxQueuedBytes = maxQueuedBytes;
    }

    /** Sends the message, now or later; false if too much is waiting already. */
    public boolean offer(long call, byte[] message) {
        if (!add(call, message)) {
            return false;
        }
        flush();
        return true;
    }

    /**
     * Keeps the message until the next one is offered, as much waits as makes a batch, or somebody flushes or drains, which
     * the caller is to see to. False if too much is waiting already.
     */
    public boolean offerLater(long call, byte[] message) {
        if (!add(call, message)) {
            return false;
        }
        if (isBatch() && begin(false)) {
            send();
        }
        return true;
    }

    /** Sends what was kept, unless another thread is sending: that one will find it. */
    public void flush() {
        if (begin(false)) {
            send();
        }
    }

    private synchronized boolean isBatch() {
        return queue.size() >= Batch.MAX_PARTS || queuedBytes >= FrameLimits.MAX_PART_BYTES;
    }

    /**
     * Goes on sending; to be called by the connection's reader whenever it finds the buffer nearly empty, for which it has
     * to look after every frame that was sent.
     */
    public void drain() {
        if (begin(true)) {
            send();
        }
    }

    private synchronized boolean add(long call, byte[] message) {
        if (!queue.isEmpty() && queuedBytes + message.length > maxQueuedBytes) {
            return false;
        }
        queue.add(new Message(call, message));
        queuedBytes += message.length;
        return true;
    }

    /** Whether it is this thread that sends; if not, the thread that does will find what is there. */
    private synchronized boolean begin(boolean reader) {
        if (sending) {
            readerCame |= reader;
            return false;
        }
        sending = true;
        return true;
    }

    private void send() {
        boolean orderly = false;
        try {
            Frame next = next(0);
            for (int sent = 1; next != null; sent++) {
                channel.send(next);
                next = next(sent);
            }
            orderly = true;
        } finally {
            if (!orderly) {
                end();
            }
        }
    }

    /** What this thread is to send next; after null it is another's turn. */
    private synchronized @Nullable Frame next(int sent) {
        // The reader looks after the last frame. If it has looked already, it does not come again.
        if (sent >= MAX_FRAMES_PER_TURN && !readerCame) {
            sending = false;
            return null;
        }
        readerCame = false;
        Frame frame = take();
        sending = frame != null;
        return frame;
    }

    private synchronized void end() {
        sending = false;
    }

    private @Nullable Frame take() {
        if (!channel.isOpen()) {
            queue.clear();
            queuedBytes = 0;
            headOffset = 0;
        }
        if (queue.isEmpty() || channel.bufferedBytes() > FrameLimits.WRITE_HIGH_WATER_BYTES) {
            return null;
        }
        MessagePart first = takePart();
        int bytes = Batch.bytesOf(first.length());
        List<MessagePart> parts = new ArrayList<>();
        parts.add(first);
        while (parts.size() < Batch.MAX_PARTS && fits(bytes)) {
            MessagePart part = takePart();
            bytes += Batch.bytesOf(part.length());
            parts.add(part);
        }
        return parts.size() == 1 ? first : new Batch(parts);
    }

    /** Whether the message at the head fits as a whole into a batch of so many bytes. */
    private boolean fits(int bytes) {
        Message head = queue.peek();
        return head != null && bytes + Batch.bytesOf(head.bytes().length) <= FrameLimits.MAX_PART_BYTES;
    }

    private MessagePart takePart() {
        Message head = queue.element();
        MessagePart part = MessagePart.of(head.call(), head.bytes(), headOffset);
        headOffset += part.length();
        if (headOffset == head.bytes().length) {
            queue.remove();
            queuedBytes -= headOffset;
            headOffset = 0;
        }
        return part;
    }
}
