package io.lambdafs.namenode.inotify;

import io.lambdafs.fs.FsPath;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** An event as the change feed keeps it: its kind, and after that texts and numbers in an order that each kind has. Used by one thread. */
public final class EventBytes {
    private static final int USUAL = 128;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream(USUAL);

    private EventBytes() {}

    static EventBytes of(EventKind kind) {
        EventBytes event = new EventBytes();
        event.out.write(kind.number());
        return event;
    }

    EventBytes text(FsPath path) {
        return text(path.toString());
    }

    EventBytes text(String text) {
        return bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    EventBytes number(long value) {
        out.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(value).array());
        return this;
    }

    EventBytes bytes(byte[] bytes) {
        out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
        out.writeBytes(bytes);
        return this;
    }

    /** Writes the event to what a transaction announces. */
    public void writeTo(ByteArrayOutputStream announcement) {
        announcement.writeBytes(out.toByteArray());
    }
}
