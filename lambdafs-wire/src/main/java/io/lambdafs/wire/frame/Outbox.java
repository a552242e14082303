package io.lambdafs.wire.frame;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Messages on their way out of one connection. Sends at once what the connection's buffer can take, keeps the rest, and
 * never lets the buffer overflow, which would cost the connection. Thread-safe; no call blocks.
 */
public final class Outbox {
    private final FrameChannel channel;
    private final int maxQueuedBytes;
    private final Deque<Message> queue = new ArrayDeque<>();
    private int headOffset;
    private long queuedBytes;

    /** An outbox that keeps at most this many bytes besides a message that is alone. */
    public Outbox(FrameChannel channel, int maxQueuedBytes) {
        this.channel = channel;
        this.maxQueuedBytes = maxQueuedBytes;
    }

    /** Sends the message, now or later; false if too much is waiting already. */
    public synchronized boolean offer(long call, byte[] message) {
        if (!queue.isEmpty() && queuedBytes + message.length > maxQueuedBytes) {
            return false;
        }
        queue.add(new Message(call, message));
        queuedBytes += message.length;
        drain();
        return true;
    }

    /** Goes on sending; to be called when the buffer has emptied. */
    public synchronized void drain() {
        Message head = queue.peek();
        while (head != null) {
            if (!channel.isOpen()) {
                queue.clear();
                queuedBytes = 0;
                headOffset = 0;
                return;
            }
            if (channel.bufferedBytes() > FrameLimits.WRITE_HIGH_WATER_BYTES) {
                return;
            }
            MessagePart part = MessagePart.of(head.call(), head.bytes(), headOffset);
            headOffset += part.length();
            if (headOffset == head.bytes().length) {
                queue.remove();
                queuedBytes -= headOffset;
                headOffset = 0;
            }
            channel.send(part);
            head = queue.peek();
        }
    }
}
